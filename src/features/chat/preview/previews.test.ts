import { expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import type { Turn } from '../messages/thread.ts'
import { documentOf, fileNameOf, versionsIn } from './previews.ts'

const turnOf = (role: 'user' | 'assistant', text: string): Turn => ({
  message: { id: newId(), conversationId: newId(), role, text, createdAt: '' },
  siblings: [],
})

it('finds the versions of a page in the answers, each once', () => {
  const turns = [
    turnOf('user', '```html\nmine\n```'),
    turnOf('assistant', 'First:\n```html\n<p>1</p>\n```\nand\n```svg\n<svg/>\n```'),
    turnOf('assistant', '```HTML\n<p>1</p>\n```\n````html\n```\n<p>2</p>\n````\n'),
  ]
  expect(versionsIn(turns, 'html')).toEqual(['<p>1</p>', '```\n<p>2</p>'])
  expect(versionsIn(turns, 'svg')).toEqual(['<svg/>'])
})

it('finds the versions of a diagram, and saves it as what it is', () => {
  const turns = [
    turnOf('assistant', '```mermaid\ngraph LR\n A-->B\n```\n```mermaid\ngraph TD\n A-->B\n```'),
  ]
  expect(versionsIn(turns, 'mermaid')).toEqual(['graph LR\n A-->B', 'graph TD\n A-->B'])
  expect(fileNameOf({ kind: 'mermaid', code: '' })).toBe('diagram.mmd')
  expect(fileNameOf({ kind: 'svg', code: '' })).toBe('page.svg')
})

it('shows a page as it is, and a drawing in the middle of one', () => {
  expect(documentOf({ kind: 'html', code: '<p>' })).toBe('<p>')
  expect(documentOf({ kind: 'svg', code: '<svg/>' })).toMatch(/^<!doctype html>.*<svg\/>$/)
})
