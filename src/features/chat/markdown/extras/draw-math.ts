import { render, type KatexOptions } from 'katex'
import 'katex/contrib/mhchem'
import 'katex/dist/katex.min.css'
import { stylingByScript } from './styling-by-script.ts'

const options: KatexOptions = {
  // Commands that load or link anything stay text.
  trust: false,
  strict: 'ignore',
  throwOnError: true,
  /** In em: `\rule{9999em}{9999em}` is no formula. */
  maxSize: 40,
  maxExpand: 500,
}
const texLengthMax = 20_000

/**
 * Sets a formula into `box`, with MathML for those who do not see it.
 *
 * @throws {Error} where it is not TeX that KaTeX knows.
 */
export function drawMath(box: HTMLElement, tex: string, isDisplay: boolean): void {
  if (tex.length > texLengthMax) throw new RangeError('The formula is too long.')
  const set = () => render(unnumbered(tex), box, { ...options, displayMode: isDisplay })
  // Some signs are drawn, with their width in an attribute.
  stylingByScript(set)
}

/** Numbers that nothing refers to say nothing. */
const unnumbered = (tex: string): string =>
  tex.replaceAll(/\\(begin|end)\{(align|alignat|equation|gather)\}/g, '\\$1{$2*}')
