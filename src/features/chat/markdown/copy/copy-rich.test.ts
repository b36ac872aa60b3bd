// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { toClipboardHtml } from './copy-button.tsx'

const draw = (html: string) => {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

describe('toClipboardHtml', () => {
  it('keeps formatting for word processors, and removes buttons and classes', () => {
    const html = toClipboardHtml(
      draw(
        '<p class="x">A <strong>b</strong> <a href="https://a.example" class="y">c</a></p><pre><code class="z">d</code></pre><button>Copy</button><span aria-hidden="true">icon</span>',
      ),
    )
    expect(html).toContain('<p>A <strong>b</strong> <a href="https://a.example">c</a></p>')
    expect(html).toMatch(/<pre><code>d<\/code><\/pre>$/)
    const cited = draw('<p>Hot <button data-source="">[1]</button>.</p><button>x</button>')
    expect(toClipboardHtml(cited)).toBe('<p>Hot [1].</p>')
  })

  it('converts line breaks made by CSS to <br>, except in code', () => {
    const html = toClipboardHtml(
      draw('<p>Clay\n<em>and\nkiln</em> <code>a\nb</code></p><ul><li>one\ntwo</li></ul>'),
    )
    expect(html).toContain('<p>Clay<br><em>and<br>kiln</em> <code>a\nb</code></p>')
    expect(html).toContain('<li>one<br>two</li>')
  })

  it('merges a long list that was rendered in several parts', () => {
    const parts = [1, 2].map(
      (start) => `<ol role="none" start="${start}"><li role="listitem">a</li></ol>`,
    )
    const html = toClipboardHtml(
      draw(`<div role="list" data-list="">${parts.join('')}</div><p>b</p>`),
    )
    expect(html).toBe('<ol start="1"><li>a</li><li>a</li></ol><p>b</p>')
  })

  it('adds table borders and keeps the alignment of columns', () => {
    const html = toClipboardHtml(
      draw('<table><tbody><tr><td style="text-align: right">1</td></tr></tbody></table>'),
    )
    expect(html).toContain('<table border="1" cellspacing="0" cellpadding="6">')
    expect(html).toContain('<td align="right">1')
    expect(html).not.toContain('style')
  })
})
