// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { FollowModelLinkContext, ModelTextLink } from '../../markdown/draw/links.tsx'
import type { Turn } from '../../messages/thread.ts'
import { ThreadActionsContext, type ThreadActions } from '../thread-actions.ts'
import { CardPicture } from './card-picture.tsx'
import { useLiveCard } from './live-card.ts'
import { useFollowModelLink } from './use-follow-model-link.ts'
import { getRenderingCost } from './rendering-cost.ts'

vi.mock('#viewer/viewer.tsx', () => ({ Viewer: () => null }))
vi.mock('#viewer/loading/models.ts', () => ({ models: { trim: () => {} } }))
vi.mock('#workshop/pointing/place-pointer.tsx', () => ({ PlacePointer: () => null }))
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    disconnect() {}
  },
)
afterEach(() => {
  cleanup()
  useLiveCard.setState({ cardId: undefined, place: undefined, awaited: undefined })
})

const assetId = newId()
const place = { part: 'Left ear' }

const answer = (id: string, made?: string): Turn => {
  const call = { name: 'change_model', status: 'done' as const, assetIds: made ? [made] : [] }
  const toolCalls =
    made === undefined ? [] : [call as unknown as NonNullable<Message['toolCalls']>[number]]
  const message = {
    id,
    conversationId: 'c',
    role: 'assistant' as const,
    text: id,
    createdAt: '',
    toolCalls,
  }
  return { message, siblings: [id] }
}
const turns = [
  answer('first', assetId),
  answer('again', assetId),
  answer('other', newId()),
  answer('last'),
]

function Words({ reveal }: { reveal: (index: number) => void }) {
  const follow = useFollowModelLink({ turns, reveal: useRef(reveal) })
  return (
    <FollowModelLinkContext value={follow}>
      <div data-row="last">
        <ModelTextLink link={{ assetId, place }}>the ear</ModelTextLink>
      </div>
    </FollowModelLinkContext>
  )
}

it('useFollowModelLink renders the last card of the model before the link, and points its camera at the place', () => {
  const reveal = vi.fn<(index: number) => void>()
  const { rerender } = render(<Words reveal={reveal} />)
  fireEvent.click(screen.getByRole('link', { name: 'the ear' }))
  expect(reveal).toHaveBeenCalledWith(1)
  rerender(
    <ThreadActionsContext value={{} as ThreadActions}>
      <CardPicture title="Bear" assetId={assetId} url="/bear.glb" stillUrl="/bear" notes={[]} />
    </ThreadActionsContext>,
  )
  const { cardId, place: seen, awaited } = useLiveCard.getState()
  expect(cardId).toBeDefined()
  expect(seen).toEqual(place)
  expect(awaited).toBeUndefined()
})

it('getRenderingCost counts a model card as several messages', () => {
  expect(getRenderingCost(turns)).toBe(4 + 3 * 6)
})
