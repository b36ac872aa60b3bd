import type { Nodes, Root } from 'mdast'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, State, Token, TokenizeContext } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    literalAutolink: 'literalAutolink'
    literalAutolinkHttp: 'literalAutolinkHttp'
    literalAutolinkWww: 'literalAutolinkWww'
  }
}

/**
 * Matches a character that ends a bare URL without a space before it, such as a Chinese letter, a
 * dash or a quotation mark.
 */
const end =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u2014\u2018-\u201f\u2026\u060c\u061b\u061f\u06d4\u0589\u0964\u0965\u3000-\u303f\u30fb-\u30ff\ufe30-\ufe4f\uff00-\uffef«»‹›]/u
const punctuation = /[\p{P}\p{S}]/u
const prefixes = ['http://', 'https://', 'www.']

const endsAddress = (char: string): boolean =>
  (char >= '\ud840' && char <= '\ud888') || (char > '\u007f' && end.test(char))

const toChar = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code))

const isLetter = (char: string): boolean => /[\p{L}\ud840-\udfff]/u.test(char)

/**
 * Tokenizes a bare URL like GFM (GitHub's Markdown), but also ends the URL before Chinese, Japanese
 * and Korean text. Such text is allowed in the host (`https://例え.jp`) and after `/wiki/`.
 */
const address: Construct = {
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let prefix = ''
    let host = ''
    let path = ''
    let openParentheses = 0
    let isTitle = false
    // Without this offset, a long row of signs would be searched again from each sign, in quadratic
    // time.
    let insideUntil = 0
    const trail = createTrail((offset) => (insideUntil = offset))
    const isChecked = () => this.now().offset >= insideUntil
    return start

    function start(code: Code): State | undefined {
      effects.enter('literalAutolink')
      effects.enter(
        toChar(code).toLowerCase() === 'w' ? 'literalAutolinkWww' : 'literalAutolinkHttp',
      )
      return inPrefix(code)
    }
    function inPrefix(code: Code): State | undefined {
      prefix += toChar(code).toLowerCase()
      if (!prefixes.some((one) => one.startsWith(prefix))) return nok(code)
      effects.consume(code)
      return prefixes.includes(prefix) ? inHost : inPrefix
    }
    function inHost(code: Code): State | undefined {
      const char = toChar(code)
      const isForeign = endsAddress(char)
      const mayBeForeign = isLetter(char) && (host === '' || endsAddress(host.charAt(0)))
      if (host !== '' && (char === '.' || char === '_')) {
        return effects.check(trail, afterHost, takeHost)(code)
      }
      const isEnd = isForeign ? !mayBeForeign : char !== '-' && isSpaceOr(punctuation, char)
      return isEnd ? afterHost(code) : takeHost(code)
    }
    function takeHost(code: Code): State {
      host += toChar(code)
      effects.consume(code)
      return inHost
    }
    function afterHost(code: Code): State | undefined {
      const labels = host.split('.')
      const isHost =
        host !== '' &&
        !labels.slice(-2).some((label) => label.includes('_')) &&
        (labels.length > 1 || !endsAddress(host.charAt(0)))
      return isHost ? inPath(code) : nok(code)
    }
    function inPath(code: Code): State | undefined {
      const char = toChar(code)
      if (char === '(') openParentheses++
      else if (char === ')' && openParentheses > 0) openParentheses--
      else if (trailing.includes(char) && isChecked())
        return effects.check(trail, finish, takePath)(code)
      if (endsAddress(char)) isTitle = isLetter(char) && (isTitle || path.endsWith('/wiki/'))
      return /\s/.test(char) || (endsAddress(char) && !isTitle) ? finish(code) : takePath(code)
    }
    function takePath(code: Code): State {
      path = path.slice(-5) + toChar(code)
      effects.consume(code)
      return inPath
    }
    function finish(code: Code): State | undefined {
      effects.exit(prefix === 'www.' ? 'literalAutolinkWww' : 'literalAutolinkHttp')
      effects.exit('literalAutolink')
      return ok(code)
    }
  },
}

const isSpaceOr = (pattern: RegExp, char: string): boolean => /\s/.test(char) || pattern.test(char)

/** Punctuation that is not part of a URL at its end. */
const trailing = '!"&\'),*.:;<?]_~'

const createTrail = (onInside: (offset: number) => void): Construct => ({
  partial: true,
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let entity = ''
    const leave = (code: Code): State | undefined => {
      onInside(this.now().offset)
      return nok(code)
    }
    return look
    function look(code: Code): State | undefined {
      const char = toChar(code)
      if (char === '<' || /\s/.test(char) || endsAddress(char)) return ok(code)
      if (!trailing.includes(char)) return leave(code)
      effects.consume(code)
      return char === '&' ? inEntity : char === ']' ? behindBracket : look
    }
    function inEntity(code: Code): State | undefined {
      const char = toChar(code)
      if (char === ';' && entity !== '') {
        entity = ''
        effects.consume(code)
        return look
      }
      if (!/[a-z]/i.test(char)) return leave(code)
      entity += char
      effects.consume(code)
      return inEntity
    }
    function behindBracket(code: Code): State | undefined {
      return '(['.includes(toChar(code)) ? ok(code) : look(code)
    }
  },
})

const mayPrecedeWww = (code: Code): boolean =>
  code === null || /[\s(*_[\]~]/.test(toChar(code)) || endsAddress(toChar(code))

const searched = new WeakSet<Token>()

/**
 * Returns whether the text before contains a `[` without its `]`. The URL may then be part of a
 * link's text.
 */
function isInLabel(events: TokenizeContext['events']): boolean {
  for (let at = events.length - 1; at >= 0; at--) {
    const token = events[at]?.[1]
    if (!token) break
    const { type, _balanced: isBalanced } = token
    if ((type === 'labelLink' || type === 'labelImage') && isBalanced !== true) return true
    if (searched.has(token)) break
  }
  const last = events.at(-1)?.[1]
  if (last) searched.add(last)
  return false
}

const outsideLabels = (construct: Construct): Construct => ({
  ...construct,
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return isInLabel(this.events) || construct.previous?.call(this, this.previous) === false
      ? nok
      : construct.tokenize.call(this, effects, ok, nok)
  },
})

const protocol = outsideLabels({
  ...address,
  name: 'protocolAutolink',
  previous: (code) => !/[a-z]/i.test(toChar(code)),
})
const www = outsideLabels({ ...address, name: 'wwwAutolink', previous: mayPrecedeWww })

export const replaceAddress = (construct: Construct): Construct =>
  construct.name === 'protocolAutolink'
    ? protocol
    : construct.name === 'wwwAutolink'
      ? www
      : construct

/** Limits GFM's second search for URLs to the part before Chinese, Japanese and Korean text. */
export const limitAddresses = ({ transforms, ...extension }: TreeExtension): TreeExtension => ({
  ...extension,
  transforms: transforms?.map((transform) => (tree: Root) => {
    const split = splitTexts(tree)
    transform(tree)
    for (const parent of split) joinWithCommas(parent)
  }),
})

type Parent = Extract<Nodes, { children: unknown[] }>

const parting = new RegExp(`(${end.source}+)`, 'u')

function splitTexts(node: Nodes, split: Parent[] = []): Parent[] {
  if (!('children' in node)) return split
  for (const child of node.children) splitTexts(child, split)
  const children: Nodes[] = node.children
  const parts = children.flatMap((child): Nodes[] =>
    child.type === 'text' && /www\.|http/i.test(child.value) && end.test(child.value)
      ? child.value
          .split(parting)
          .flatMap((value) => (value === '' ? [] : [{ type: 'text', value }]))
      : [child],
  )
  if (parts.length > children.length) {
    children.splice(0, children.length, ...parts)
    split.push(node)
  }
  return split
}

function joinWithCommas({ children }: { children: Nodes[] }): void {
  const joined: Nodes[] = []
  for (const child of children) {
    const last = joined.at(-1)
    if (child.type === 'text' && last?.type === 'text') last.value += child.value
    else joined.push(child)
  }
  children.splice(0, children.length, ...joined)
}
