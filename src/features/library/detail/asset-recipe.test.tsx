// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { AssetRecipe } from './asset-recipe.tsx'

afterEach(cleanup)

it('leads from a model to the answer of the chat that made it', () => {
  const chat = { conversationId: newId(), messageId: newId(), title: 'A sturdy bear' }
  const recipe = { modelId: 'local/image-to-3d', params: {}, inputSha256: [] }
  const given = { recipe, pictureUrl: undefined, modelName: 'Picture to 3D' }
  const { rerender } = render(<AssetRecipe {...given} chat={chat} />)
  const link = screen.getByRole('link', { name: 'A sturdy bear' })
  expect(link.getAttribute('href')).toBe(`/chat/${chat.conversationId}#${chat.messageId}`)
  rerender(<AssetRecipe {...given} />)
  expect(screen.queryByRole('link')).toBeNull()
})
