// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { newId } from '#lib/id.ts'
import { pointAtCard, useLiveCard } from './live-card.ts'
import { FollowModelLinkContext, ModelTextLink } from '../../markdown/draw/links.tsx'

afterEach(() => {
  cleanup()
  useLiveCard.setState({ cardId: undefined, place: undefined })
})

const assetId = newId()
const link = { assetId, place: { part: 'Left ear' } }
Element.prototype.scrollIntoView = () => {}

function show(hasCard: boolean, hasThread = true) {
  const place = memoryLocation({ path: '/chat', record: true })
  const words = <ModelTextLink link={link}>the ear</ModelTextLink>
  render(
    <Router hook={place.hook} searchHook={place.searchHook}>
      {hasCard && <div data-model={assetId} data-card-id="card" />}
      {hasThread ? (
        <FollowModelLinkContext value={pointAtCard}>{words}</FollowModelLinkContext>
      ) : (
        words
      )}
    </Router>,
  )
  return place
}

it('pointAtCard points the camera of the model’s card at the part', () => {
  const { history } = show(true)
  fireEvent.click(screen.getByRole('link', { name: 'the ear' }))
  expect(useLiveCard.getState()).toMatchObject({ cardId: 'card', place: { part: 'Left ear' } })
  expect(history).toEqual(['/chat'])
})

it('ModelTextLink opens the studio if the thread has no card of the model', () => {
  const { history } = show(false)
  fireEvent.click(screen.getByRole('link', { name: 'the ear' }))
  expect(history).toEqual(['/chat', `/asset/${assetId}?point=part%3DLeft%2520ear`])
})

it('ModelTextLink renders plain text outside a thread', () => {
  show(true, false)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('the ear')).toBeDefined()
})
