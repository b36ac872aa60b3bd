import { Parser } from 'htmlparser2'

// Workers have no DOMParser, so this file provides the DOM methods that three.js uses.

const elementNode = 1
const textNode = 3
/** Maximum nesting of elements, because `textContent` and its callers are recursive. */
const depthMax = 256

class XmlText {
  readonly nodeType = textNode
  readonly nodeName = '#text'
  readonly textContent: string
  constructor(text: string) {
    this.textContent = text
  }
}

class XmlElement {
  readonly nodeType = elementNode
  readonly nodeName: string
  readonly childNodes: (XmlElement | XmlText)[] = []
  readonly attributes: Readonly<
    Record<string, { value: string; nodeValue: string; textContent: string }>
  >
  readonly #values: Map<string, string>

  constructor(name: string, values: Readonly<Record<string, string>>) {
    this.nodeName = name
    this.#values = new Map(Object.entries(values))
    this.attributes = Object.fromEntries(
      Array.from(this.#values, ([key, value]) => [
        key,
        { value, nodeValue: value, textContent: value },
      ]),
    )
  }

  get children(): XmlElement[] {
    return this.childNodes.filter((node) => node instanceof XmlElement)
  }

  get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join('')
  }

  getAttribute(name: string): string | null {
    return this.#values.get(name) ?? null
  }

  /**
   * Changes only what `getAttribute` and selectors return, for the ids that three.js' loader adds.
   */
  setAttribute(name: string, value: string): void {
    this.#values.set(name, value)
  }

  hasAttribute(name: string): boolean {
    return this.#values.has(name)
  }

  getElementsByTagName(name: string): XmlElement[] {
    return this.children.flatMap((child) => [
      ...(child.nodeName === name ? [child] : []),
      ...child.getElementsByTagName(name),
    ])
  }

  querySelector(selector: string): XmlElement | null {
    const [, name = '', value = ''] = /^\[(\w+)="(.*)"\]$/s.exec(selector) ?? []
    const find = (element: XmlElement): XmlElement | null => {
      for (const child of element.children) {
        const found = child.getAttribute(name) === value ? child : find(child)
        if (found) return found
      }
      return null
    }
    return find(this)
  }
}

/** Parses XML in a worker. Entities declared in a file are not expanded. */
export class XmlDomParser {
  /** @throws {RangeError} if elements are nested too deeply. */
  parseFromString(text: string): XmlElement {
    const root = new XmlElement('#document', {})
    const open = [root]
    const parser = new Parser(
      {
        onopentag(name, values) {
          const element = new XmlElement(name, values)
          open.at(-1)?.childNodes.push(element)
          if (open.push(element) > depthMax) throw new RangeError('This XML is nested too deeply.')
        },
        ontext(content) {
          open.at(-1)?.childNodes.push(new XmlText(content))
        },
        onclosetag() {
          open.pop()
        },
      },
      { xmlMode: true, decodeEntities: true },
    )
    parser.end(text)
    return root
  }
}
