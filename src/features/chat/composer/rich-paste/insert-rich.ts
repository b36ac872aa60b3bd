import { insertAtCaret } from '../insert-at-caret.ts'

type RichText = { text: string; html: string; types: readonly string[] }

/** Maximum length of converted HTML, in UTF-16 units. Longer HTML is pasted as plain text. */
const htmlLengthMax = 2_000_000

/** Matches elements and styles that Markdown can express. */
const richSigns =
  /<(?:a|table|li|b|strong|em|i|code|pre|h[1-6]|blockquote|del|s)[\s>]|font-weight:\s?(?:bold|[6-9]00)|font-style:\s?italic|mso-list/i

/**
 * Inserts text of the clipboard at the caret, with its formatting as Markdown, unless
 * `attachIfLong` attaches the text as a file.
 */
export async function insertRich(
  field: HTMLTextAreaElement,
  copied: RichText,
  attachIfLong: (pasted: string) => boolean,
): Promise<void> {
  const inserted = isRich(copied) ? await toMarkdown(copied) : copied.text
  if (attachIfLong(inserted)) return
  insertAtCaret(field, inserted)
}

// VS Code adds the type `vscode-editor-data` to copied code, whose HTML contains only colours.
const isRich = ({ html, types }: RichText): boolean =>
  html.length <= htmlLengthMax && !types.includes('vscode-editor-data') && richSigns.test(html)

async function toMarkdown({ text, html }: RichText): Promise<string> {
  const { toMarkdownText } = await import('./to-markdown.ts')
  return (await toMarkdownText(html)) || text
}
