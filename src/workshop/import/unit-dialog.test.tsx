// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { askForUnit, unitQuestions } from '#model-files/import/units/unit-question.ts'
// Imports the panel early, so that the test does not wait for its compilation.
import '#ui/overlays/dialog-panel.tsx'
import { UnitDialog } from './unit-dialog.tsx'

afterEach(cleanup)

const beast = { kind: 'obj', used: 'mm', isUnsure: true, longest: 274 } as const

it('UnitDialog shows the size in each unit and returns the unit that the user selects', async () => {
  render(<UnitDialog />)
  const answer = askForUnit('beast.obj', beast)
  await screen.findByText(/Which unit does “beast.obj” use/)
  expect(screen.getByRole('radio', { name: /Millimetres \(best guess\).*27 cm/ })).toHaveProperty(
    'checked',
    true,
  )
  await userEvent.click(screen.getByRole('radio', { name: /Centimetres.*2\.7 m/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(await answer).toBe('cm')
  expect(unitQuestions.getState().waiting).toEqual([])
})

it('UnitDialog continues with the next file if the user cancels a file', async () => {
  render(<UnitDialog />)
  const first = askForUnit('beast.obj', beast)
  const second = askForUnit('chip.stl', { kind: 'stl', used: 'm', isUnsure: true, longest: 0.04 })
  await screen.findByText(/beast\.obj/)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await first).toBeUndefined()
  await screen.findByText(/chip\.stl/)
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(await second).toBe('m')
})
