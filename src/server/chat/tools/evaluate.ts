import { ToolError } from './tool.ts'

const lengthMax = 1_000
const depthMax = 50

const constants: Record<string, number> = { pi: Math.PI, e: Math.E }
const functions: Record<string, (...values: number[]) => number> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  ln: Math.log,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  min: Math.min,
  max: Math.max,
}

/**
 * Returns the value of an arithmetic expression. Parses by recursive descent: sums of products of
 * signed powers.
 * @throws {ToolError} for other input, and for results that are not finite numbers.
 */
export function evaluate(expression: string): number {
  if (expression.length > lengthMax) throw new ToolError('The expression is too long.')
  const tokens = expression.match(
    /\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|[a-z]+\d*|\*\*|[-+*/%^(),×·÷−]|\S/gi,
  )
  const rest = (tokens ?? []).map((token) => synonyms.get(token) ?? token)
  let at = 0
  let depth = 0
  const take = (...wanted: string[]): string | undefined =>
    wanted.includes(rest[at] ?? '') ? rest[at++] : undefined
  const expect = (wanted: string) => {
    if (!take(wanted)) throw unreadable(rest[at])
  }

  function sum(): number {
    if (++depth > depthMax) throw new ToolError('The expression is nested too deeply.')
    let value = product()
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) {
      value = sign === '+' ? value + product() : value - product()
    }
    depth--
    return value
  }

  function product(): number {
    let value = signed()
    for (let sign = take('*', '/', '%'); sign; sign = take('*', '/', '%')) {
      const other = signed()
      if (sign !== '*' && other === 0) throw new ToolError('Division by zero.')
      value = sign === '*' ? value * other : sign === '/' ? value / other : value % other
    }
    return value
  }

  /** A power binds tighter than a sign: -2^2 is -4. */
  function signed(): number {
    let isNegative = false
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) {
      if (sign === '-') isNegative = !isNegative
    }
    const base = single()
    if (!take('^')) return isNegative ? -base : base
    if (++depth > depthMax) throw new ToolError('The expression is nested too deeply.')
    const power = base ** signed()
    depth--
    return isNegative ? -power : power
  }

  function single(): number {
    if (take('(')) {
      const value = sum()
      expect(')')
      return value
    }
    const token = rest[at++] ?? ''
    if (/^[\d.]/.test(token)) return Number(token)
    const name = token.toLowerCase()
    const constant = Object.hasOwn(constants, name) ? constants[name] : undefined
    if (constant !== undefined) return constant
    const apply = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!apply) throw unreadable(token)
    expect('(')
    const values = [sum()]
    while (take(',')) values.push(sum())
    expect(')')
    return apply(...values)
  }

  const value = sum()
  if (at < rest.length) throw unreadable(rest[at])
  if (!Number.isFinite(value)) throw new ToolError('The result is not a number.')
  return value
}

const synonyms = new Map([
  ['**', '^'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
])

const unreadable = (token = '') =>
  new ToolError(token ? `“${token}” is not expected here.` : 'The expression is incomplete.')
