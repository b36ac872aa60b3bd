/** Of UTF-8. English has about four bytes a token, Chinese three. */
const bytesPerToken = 3
/** What most models that see make of a picture, at most. */
const pictureTokens = 1_500

type Fields = Record<string, unknown>

/** How many tokens a request as `toOllamaRequest` makes it has, rather too many than too few. */
export function tokensOf({ messages, tools }: Fields): number {
  let bytes = tools === undefined ? 0 : Buffer.byteLength(JSON.stringify(tools))
  let pictures = 0
  for (const { images, ...message } of messages as Fields[]) {
    pictures += Array.isArray(images) ? images.length : 0
    for (const value of Object.values(message)) {
      bytes += Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  return Math.ceil(bytes / bytesPerToken) + pictures * pictureTokens
}
