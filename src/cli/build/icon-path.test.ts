import { expect, it } from 'vitest'
import { iconPaths } from './icon-path.ts'

const lines = (d: string) => iconPaths([['path', { d }]])?.lines

it('iconPaths converts lines and shapes to one path', () => {
  const check = iconPaths([
    ['circle', { cx: '12', cy: '12', r: '10', key: 'a' }],
    ['path', { d: 'm16 9-5.5 5.5L8 12', key: 'b' }],
    ['line', { x1: '3', y1: '4', x2: '5', y2: '6', key: 'c' }],
  ])
  expect(check).toEqual({
    lines: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM16 9l-5.5 5.5L8 12M3 4L5 6',
    filled: '',
  })
})

it('iconPaths starts each part at its position, for any notation', () => {
  expect(lines('m.5.5 3 3')).toBe('M.5 .5l3 3')
  expect(lines('m-1-2h3')).toBe('M-1 -2h3')
  expect(lines('m1,2 3,4')).toBe('M1 2l3,4')
  expect(lines('M1 2 3 4')).toBe('M1 2 3 4')
})

it('iconPaths rounds the corners of a rectangle and draws points', () => {
  expect(iconPaths([['rect', { x: '3', y: '3', width: '7', height: '7' }]])?.lines).toBe(
    'M3 3h7v7h-7z',
  )
  expect(iconPaths([['rect', { x: '3', y: '3', width: '7', height: '8', rx: '1' }]])?.lines).toBe(
    'M4 3h5a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z',
  )
  expect(iconPaths([['polygon', { points: '1 2 3 4' }]])?.lines).toBe('M1 2 3 4z')
})

it('iconPaths separates filled parts and returns nothing for text', () => {
  const dot = ['circle', { cx: '5', cy: '5', r: '.5', fill: 'currentColor' }] as const
  expect(iconPaths([dot])).toEqual({
    lines: '',
    filled: 'M4.5 5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z',
  })
  expect(iconPaths([['text', {}]])).toBeUndefined()
  expect(iconPaths([['path', { d: 'M0 0', fill: 'red' }]])).toBeUndefined()
})
