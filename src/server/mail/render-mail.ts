/** Content of a mail. `action` is shown as a link with its address. */
export type Letter = {
  subject: string
  paragraphs: readonly string[]
  action?: { label: string; url: string }
}

export type RenderedMail = { subject: string; text: string; html: string }

/** Returns a letter as plain text and as HTML without pictures, scripts or remote content. */
export function renderMail({ subject, paragraphs, action }: Letter): RenderedMail {
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])]
  const style = 'font:16px/1.5 system-ui,sans-serif;max-width:36em'
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  if (action) {
    const url = escapeHtml(action.url)
    html.push(`<p>${escapeHtml(action.label)}:<br><a href="${url}">${url}</a></p>`)
  }
  return {
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><body style="${style}">${html.join('')}</body></html>`,
  }
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities.get(character) ?? '')
