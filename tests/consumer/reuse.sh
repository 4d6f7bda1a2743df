#!/bin/sh
# reuse.sh <folder of the built core> <compiler> <argument>...: a compiler that takes the object from our build tree if the
# tree has compiled the same sources. It compiles the rest: the program of the consumer.
set -eu
built=$1
shift
object= source= last=
for argument; do
    case $last in
    -o) object=$argument ;;
    -c) source=$argument ;;
    esac
    last=$argument
done
ours=$built/CMakeFiles/tilescope_core.dir/${object##*tilescope_core.dir/}
same=$source
case $source in
*/Unity/*) same=${ours%.o} ;;  # the list of the sources that are compiled together
esac
if [ -f "$ours" ] && cmp -s "$source" "$same"; then
    exec cp "$ours" "$object"
fi
exec "$@"
