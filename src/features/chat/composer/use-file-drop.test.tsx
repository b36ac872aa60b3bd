// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { putDraggedModel } from '#queries/dragged-model.ts'
import { useFileDrop } from './use-file-drop.ts'

afterEach(cleanup)

function fakeDataTransfer(files: File[] = []) {
  const held = new Map<string, string>()
  return {
    files,
    get types() {
      return [...held.keys(), ...(files.length > 0 ? ['Files'] : [])]
    },
    setData: (type: string, text: string) => void held.set(type, text),
    getData: (type: string) => held.get(type) ?? '',
  }
}

it('useFileDrop accepts files and models of the library, but leaves dragged text to the text field', () => {
  const taken: string[] = []
  const Area = () => {
    const { handlers } = useFileDrop(
      (files) => taken.push(...files.map(({ name }) => name)),
      ({ id, name }) => taken.push(`${name} ${id}`),
    )
    return <div data-testid="area" {...handlers} />
  }
  render(<Area />)
  const area = screen.getByTestId('area')
  const model = fakeDataTransfer()
  putDraggedModel(model as unknown as DataTransfer, { id: 'a1', name: 'Bear' })
  expect(model.getData('text/plain')).toBe('“Bear” (model a1)')
  fireEvent.drop(area, { dataTransfer: model })
  fireEvent.drop(area, { dataTransfer: fakeDataTransfer([new File(['x'], 'hat.png')]) })
  const text = fakeDataTransfer()
  text.setData('text/plain', 'words')
  fireEvent.drop(area, { dataTransfer: text })
  expect(taken).toEqual(['Bear a1', 'hat.png'])
})
