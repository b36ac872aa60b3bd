// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FixableRow, mustChange, type PrintFix } from './print-check-row.ts'
import { PrintVerdict } from './print-verdict.tsx'

afterEach(cleanup)

const closed: FixableRow = { tone: 'good', title: 'Watertight' }
const open: FixableRow = { tone: 'bad', title: '4 boundary edges' }
const large: FixableRow = { tone: 'look', title: 'Size', value: '980 mm' }
const note: FixableRow = { tone: 'note', title: 'In one piece' }

describe('PrintVerdict', () => {
  it.each([
    [[closed, note], 'Ready to print', 'Every check is fine'],
    [[closed, large], 'Prints, with a change', '1 check worth a look'],
    [[open, large, note], 'Needs a change first', '1 problem, 1 check worth a look'],
  ])('states first whether %j can be printed', (rows, title, sentence) => {
    render(<PrintVerdict rows={rows} onFix={() => {}} />)
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
  })

  it('gives no verdict while checks are running, except for a problem', () => {
    const { rerender } = render(<PrintVerdict rows={[closed]} isPending onFix={() => {}} />)
    expect(screen.queryByText('Ready to print')).toBeNull()
    expect(screen.getByText('Checking')).toBeTruthy()
    rerender(<PrintVerdict rows={[closed, open]} isPending onFix={() => {}} />)
    expect(screen.getByText('Needs a change first')).toBeTruthy()
  })

  it('offers the fix of a failed check in its row, and the main one with the verdict', () => {
    const onFix = vi.fn<(fix: PrintFix) => void>()
    const fix = { kind: 'height', heightMm: 80, label: '80 mm high' } as const
    const repair = { kind: 'step', step: { kind: 'repair' }, label: 'Repair' } as const
    const rows = [
      { ...large, fix },
      { ...open, fix: repair },
    ]
    const { rerender } = render(<PrintVerdict rows={rows} onFix={onFix} />)
    fireEvent.click(screen.getByRole('button', { name: '80 mm high' }))
    expect(onFix).toHaveBeenLastCalledWith(fix)
    const [main] = screen.getAllByRole('button', { name: 'Repair' })
    fireEvent.click(main!)
    expect(onFix).toHaveBeenLastCalledWith(repair)

    rerender(<PrintVerdict rows={rows} running="repair" onFix={onFix} />)
    fireEvent.click(main!)
    expect(onFix).toHaveBeenCalledTimes(2)
    expect(main!.getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('button', { name: '80 mm high' })).toHaveProperty('disabled', true)
  })

  it('needs no change for places that supports hold up', () => {
    const fix = { kind: 'step', step: { kind: 'turn' }, label: 'Turn' } as const
    const overhangs: FixableRow = { tone: 'look', title: 'Overhangs', isSupportable: true, fix }
    render(<PrintVerdict rows={[closed, overhangs]} onFix={() => {}} />)
    expect(screen.getByText('Prints, with supports')).toBeTruthy()
    expect([[overhangs], [overhangs, large], [open]].map(mustChange)).toEqual([false, true, true])
  })

  it('leads from its sentence to the row and the fix of a failed check', () => {
    const fix = { kind: 'step', step: { kind: 'repair' }, label: 'Repair' } as const
    render(<PrintVerdict rows={[closed, { ...open, fix }, note]} onFix={() => {}} />)
    const scrolled = vi.fn<() => void>()
    for (const row of screen.getAllByRole('listitem')) row.scrollIntoView = () => {}
    screen.getAllByRole('listitem')[1]!.scrollIntoView = scrolled
    fireEvent.click(screen.getByRole('button', { name: '4 boundary edges' }))
    expect(scrolled).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Repair' })[1])
    expect(screen.queryByRole('button', { name: 'In one piece' })).toBeNull()
  })

  it('contains the result of each check for screen readers', () => {
    render(<PrintVerdict rows={[closed, open, large]} onFix={() => {}} />)
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual(['FineWatertight', 'Problem4 boundary edges', 'Worth a lookSize980 mm'])
  })
})
