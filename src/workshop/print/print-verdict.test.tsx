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
    const fix = {
      kind: 'height',
      heightMm: 80,
      label: '80 mm high',
      action: 'Make it 80 mm high',
    } as const
    const repair = {
      kind: 'step',
      step: { kind: 'repair' },
      label: 'Repair',
      action: 'Repair it',
    } as const
    const rows = [
      { ...large, fix },
      { ...open, fix: repair },
    ]
    const { rerender } = render(<PrintVerdict rows={rows} onFix={onFix} />)
    fireEvent.click(screen.getByRole('button', { name: '80 mm high' }))
    expect(onFix).toHaveBeenLastCalledWith(fix)
    const main = screen.getByRole('button', { name: 'Repair it' })
    fireEvent.click(main)
    expect(onFix).toHaveBeenLastCalledWith(repair)

    rerender(<PrintVerdict rows={rows} running="repair" onFix={onFix} />)
    fireEvent.click(main)
    expect(onFix).toHaveBeenCalledTimes(2)
    expect(main.getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('button', { name: '80 mm high' })).toHaveProperty('disabled', true)
  })

  it('needs no change for places that supports hold up', () => {
    const fix = { kind: 'step', step: { kind: 'turn' }, label: 'Turn', action: 'Turn it' } as const
    const overhangs: FixableRow = { tone: 'look', title: 'Overhangs', isSupportable: true, fix }
    render(<PrintVerdict rows={[closed, overhangs]} onFix={() => {}} />)
    expect(screen.getByText('Prints, with supports')).toBeTruthy()
    expect([[overhangs], [overhangs, large], [open]].map(mustChange)).toEqual([false, true, true])
  })

  it('leads from its sentence to the row and the fix of a failed check', () => {
    const fix = {
      kind: 'step',
      step: { kind: 'repair' },
      label: 'Repair',
      action: 'Repair it',
    } as const
    render(<PrintVerdict rows={[closed, { ...open, fix }, note]} onFix={() => {}} />)
    const scrolled = vi.fn<() => void>()
    for (const row of screen.getAllByRole('listitem')) row.scrollIntoView = () => {}
    screen.getAllByRole('listitem')[0]!.scrollIntoView = scrolled
    fireEvent.click(screen.getByRole('button', { name: '4 boundary edges' }))
    expect(scrolled).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Repair' }))
    expect(screen.queryByRole('button', { name: 'In one piece' })).toBeNull()
  })

  it('lists the problems, then the doubts, then the passed checks, with the result of each', () => {
    render(<PrintVerdict rows={[closed, large, open]} onFix={() => {}} />)
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual(['Problem4 boundary edges', 'Worth a lookSize980 mm', 'FineWatertight'])
  })

  it('has one button for a fix of two checks, and names both', () => {
    const fix = { kind: 'height', heightMm: 80, label: '80 mm high', action: 'Make it 80 mm high' }
    const walls = { ...large, title: 'Walls', fix } as FixableRow
    const details = { ...large, title: 'Fine details', fix } as FixableRow
    render(<PrintVerdict rows={[walls, details]} onFix={() => {}} />)
    expect(screen.getByText('Fixes: Walls, Fine details')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: '80 mm high' })).toHaveLength(1)
    expect(screen.getByText('Same fix as “Walls”')).toBeTruthy()
  })

  it('names the checks that the main fix leaves open', () => {
    const fix = { kind: 'height', heightMm: 80, label: '80 mm high', action: 'Make it 80 mm high' }
    const walls = { ...large, title: 'Walls', fix } as FixableRow
    const stands: FixableRow = { tone: 'look', title: 'Stands' }
    render(<PrintVerdict rows={[closed, walls, stands, note]} onFix={() => {}} />)
    expect(screen.getByText('Fixes: Walls')).toBeTruthy()
    expect(screen.getByText('Leaves open: Stands')).toBeTruthy()
  })

  it('folds the passed checks into one line, which phones show', () => {
    render(<PrintVerdict rows={[closed, large, note]} onFix={() => {}} />)
    const line = screen.getByRole('button', { name: '1 check passed' })
    const passed = screen.getByText('Watertight').closest('li')
    expect(passed?.className).toContain('max-md:hidden')
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Size')
    expect(screen.getAllByRole('listitem')[0]?.className).not.toContain('max-md:hidden')
    fireEvent.click(line)
    expect(line.getAttribute('aria-expanded')).toBe('true')
    expect(passed?.className).not.toContain('max-md:hidden')
  })
})
