import { render, type KatexOptions } from 'katex'
import 'katex/contrib/mhchem'
import 'katex/dist/katex.min.css'

const options: KatexOptions = {
  // KaTeX must show commands that load files or create links as plain text.
  trust: false,
  strict: 'ignore',
  throwOnError: true,
  /** Maximum size in em, because a formula could contain a box such as `\rule{9999em}{9999em}`. */
  maxSize: 40,
  maxExpand: 500,
}
const texLengthMax = 20_000

/**
 * Renders a formula into `box`, with MathML for screen readers.
 * @throws {Error} if KaTeX cannot parse the TeX.
 */
export function drawMath(box: HTMLElement, tex: string, isDisplay: boolean): void {
  if (tex.length > texLengthMax) throw new RangeError('The formula is too long.')
  const set = () => render(unnumbered(tex), box, { ...options, displayMode: isDisplay })
  // KaTeX sets some sizes in style attributes, which the content security policy blocks in markup.
  stylingByScript(set)
}

/**
 * Replaces environments by their starred form, which has no equation numbers, because only labelled
 * equations get numbers.
 */
const unnumbered = (tex: string): string =>
  tex
    .replaceAll(/\\(begin|end)\{multline\*?\}/g, '\\$1{gather*}')
    .replaceAll(/\\(begin|end)\{(align|alignat|equation|gather)\}/g, '\\$1{$2*}')

/**
 * Runs `work`, although the content security policy blocks style attributes. Applies the attributes
 * through `element.style`, which the policy allows.
 */
export function stylingByScript(work: () => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with an explicit `this`.
  const { setAttribute } = Element.prototype
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && (this instanceof SVGElement || this instanceof HTMLElement)) {
      this.style.cssText = value
    } else setAttribute.call(this, name, value)
  }
  try {
    work()
  } finally {
    Element.prototype.setAttribute = setAttribute
  }
}
