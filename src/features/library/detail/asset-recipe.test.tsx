// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { AssetRecipe } from './asset-recipe.tsx'

afterEach(cleanup)

it('AssetRecipe links from a model to the chat answer that made it', () => {
  const chat = { conversationId: newId(), messageId: newId(), title: 'A sturdy bear' }
  const recipe = { modelId: 'local/image-to-3d', params: {}, inputSha256: [] }
  const given = { recipe, pictureUrl: undefined, modelName: 'Picture to 3D' }
  const { rerender } = render(<AssetRecipe {...given} chat={chat} />)
  const link = screen.getByRole('link', { name: 'A sturdy bear' })
  expect(link.getAttribute('href')).toBe(`/chat/${chat.conversationId}#${chat.messageId}`)
  rerender(<AssetRecipe {...given} />)
  expect(screen.queryByRole('link')).toBeNull()
})

it('AssetRecipe reports that an input picture was deleted, except for a version made from another model', () => {
  const recipe = { modelId: 'local/image-to-3d', params: {}, inputSha256: ['0'.repeat(64)] }
  const given = { pictureUrl: undefined, modelName: 'Picture to 3D' }
  const { rerender } = render(<AssetRecipe {...given} recipe={recipe} />)
  expect(screen.getByText(/^The picture was deleted/)).toBeTruthy()
  const source = { assetId: newId(), name: 'Bear', step: 'Scaled' }
  rerender(<AssetRecipe {...given} recipe={{ ...recipe, source }} />)
  expect(screen.queryByText(/^The picture was deleted/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Bear' })).toBeTruthy()
})
