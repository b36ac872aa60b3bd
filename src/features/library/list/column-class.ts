export const columnClass = {
  maker: 'w-36 shrink-0 truncate @max-3xl:hidden',
  height: 'w-20 shrink-0 text-end @max-2xl:hidden',
  triangles: 'w-20 shrink-0 text-end @max-xl:hidden',
  size: 'w-20 shrink-0 text-end @max-md:hidden',
  made: 'w-20 shrink-0 text-end',
}
