type TiffOptions = {
  width: number
  height: number
  photometric: number
  compression?: number
  bits?: 8 | 16
  /** With 4, the fourth channel is alpha. */
  channels?: 3 | 4
  data: Uint8Array
  /** Further tags with one number each. 'data' means the offset of the data. */
  more?: readonly (readonly [tag: number, value: number | 'data'])[]
}

/** Returns a TIFF with all channels in one strip. */
export function makeTiff(options: TiffOptions): Buffer {
  const { width, height, photometric, compression = 1, bits = 8, data } = options
  const { channels = 3 } = options
  const more = [...(options.more ?? []), ...(channels === 4 ? [[338, 2] as const] : [])]
  const count = 9 + more.length
  const bitsAt = 8 + 2 + count * 12 + 4
  const dataAt = bitsAt + channels * 2
  const tags: [tag: number, type: 3 | 4, values: number, value: number][] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, channels, bitsAt],
    [259, 3, 1, compression],
    [262, 3, 1, photometric],
    [273, 4, 1, dataAt],
    [277, 3, 1, channels],
    [278, 4, 1, height],
    [279, 4, 1, data.length],
  ]
  for (const [tag, value] of more) tags.push([tag, 4, 1, value === 'data' ? dataAt : value])
  const file = Buffer.alloc(dataAt + data.length)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(count, 8)
  tags
    .toSorted(([one], [other]) => one - other)
    .forEach(([tag, type, values, value], index) => {
      const at = 10 + index * 12
      file.writeUInt16LE(tag, at)
      file.writeUInt16LE(type, at + 2)
      file.writeUInt32LE(values, at + 4)
      if (type === 3 && values === 1) file.writeUInt16LE(value, at + 8)
      else file.writeUInt32LE(value, at + 8)
    })
  for (let channel = 0; channel < channels; channel++)
    file.writeUInt16LE(bits, bitsAt + channel * 2)
  file.set(data, dataAt)
  return file
}
