/** Marks in answers of the model GLM. Only the service's own page interprets these marks. */
const boxes = ['<|begin_of_box|>', '<|end_of_box|>']
const marks = /(?<![`'"“‘])<\|(?:begin|end)_of_box\|>|\ue200[^\ue201]{0,500}\ue201/g
const citationLengthMax = 500

/** Removes the box marks of GLM and the citation marks of ChatGPT from a streamed answer. */
export class HiddenMarkFilter {
  #open = ''

  push(piece: string): string {
    if (this.#open === '' && !/[<\ue200]/.test(piece)) return piece
    const text = (this.#open + piece).replaceAll(marks, '')
    const at = findOpenMark(text)
    this.#open = text.slice(at)
    return text.slice(0, at)
  }

  finish(): string {
    const rest = this.#open
    this.#open = ''
    return rest
  }
}

function findOpenMark(text: string): number {
  const cited = text.lastIndexOf('\ue200')
  if (cited >= 0 && text.length - cited < citationLengthMax) return cited
  const at = text.lastIndexOf('<')
  const rest = text.slice(at)
  return at >= 0 && boxes.some((box) => box.startsWith(rest)) ? at : text.length
}
