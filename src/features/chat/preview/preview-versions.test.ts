import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { findPreviewVersions, listAnswers, replaceCode } from './preview-versions.ts'
import type { Preview } from '../preview-kinds/preview-kinds.ts'

const createAnswer = (text: string): Message => ({
  id: newId(),
  conversationId: newId(),
  role: 'assistant',
  text,
  createdAt: '',
})
const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`
const findCodes = (answers: readonly Message[], preview: Preview) =>
  findPreviewVersions(answers, preview).map(({ code }) => code)

const listItems = (name: string) => Array.from({ length: 20 }, (_, at) => `<li>${name} ${at}</li>`)

describe('findPreviewVersions', () => {
  it('finds all versions of a document, without duplicates', () => {
    const answers = ['<p>1</p>', '<p>1</p>', '<p>2</p>'].map((page) =>
      createAnswer(`Text\n${block('html', page)}`),
    )
    expect(findCodes(answers, { kind: 'html', code: '<p>2</p>' })).toEqual(['<p>1</p>', '<p>2</p>'])
  })

  it('reads blocks whose content contains shorter fences', () => {
    const answer = createAnswer('````md\n```\ncode\n```\n````\n')
    const code = '```\ncode\n```'
    expect(findCodes([answer], { kind: 'markdown', code })).toEqual([code])
  })

  it('separates two documents of the same kind by their titles and lines', () => {
    const menu = ['<title>Menu</title>', ...listItems('dish')].join('\n')
    const prices = ['<title>Prices</title>', ...listItems('price')].join('\n')
    const longerMenu = `${menu}\n<li>tea</li>`
    const answers = [menu, prices, longerMenu].map((page) => createAnswer(block('html', page)))
    expect(findCodes(answers, { kind: 'html', code: menu })).toEqual([menu, longerMenu])
    expect(findCodes(answers, { kind: 'html', code: prices })).toEqual([prices])
  })

  it('counts a file that changed from JSX to TSX as the same document', () => {
    const code = 'export default function Timer() { return <p>1</p> }'
    const typed = 'export default function Timer(): JSX.Element { return <p>2</p> }'
    const answers = [createAnswer(block('jsx', code)), createAnswer(block('tsx', typed))]
    expect(findCodes(answers, { kind: 'jsx', code })).toEqual([code, typed])
  })
})

describe('listAnswers', () => {
  it('includes the other versions of an answer, such as an edited version', () => {
    const [first, edited] = [createAnswer('1'), createAnswer('2')]
    const turns = [{ message: edited, siblings: [first.id, edited.id] }]
    expect(listAnswers(turns, [first, edited])).toEqual([first, edited])
  })
})

describe('replaceCode', () => {
  it('replaces only the block with the given code', () => {
    const text = `A\n${block('html', '<p>1</p>')}B\n${block('html', '<p>2</p>')}`
    expect(replaceCode(text, '<p>2</p>', '$& new')).toBe(
      `A\n${block('html', '<p>1</p>')}B\n${block('html', '$& new')}`,
    )
  })

  it('lengthens the fence if the new code contains a fence', () => {
    expect(replaceCode(block('md', 'old'), 'old', '```\nx\n```')).toBe(
      '````md\n```\nx\n```\n````\n',
    )
  })
})
