import sharp from 'sharp'

export async function decodePng(bytes: Buffer) {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const channels = info.channels
  return {
    /**
     * Returns the fraction of pixels whose colour differs from the corner's colour. Ignores
     * differences below 24 of 255 per channel, such as noise or a soft shadow.
     */
    fractionUnlikeCorner: (): number => {
      let different = 0
      for (let at = 0; at < data.length; at += channels) {
        for (let channel = 0; channel < 3; channel++) {
          if (Math.abs((data[at + channel] ?? 0) - (data[channel] ?? 0)) > 24) {
            different++
            break
          }
        }
      }
      return different / (data.length / channels)
    },
  }
}
