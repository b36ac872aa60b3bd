// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { newId } from '#lib/id.ts'
import { putDiscussedView } from '#queries/discussed-view.ts'
import { libraryAsset } from '#queries/library-asset.fixture.ts'
import { useDiscussedAsset } from './use-discussed-asset.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  [{}, ''],
  [
    { spot: { at: [0.01, 0.2, -0.03] as const, part: 'Left ear' } },
    ', the marked spot (model:ID#at=0.01,0.2,-0.03, part “Left ear”):',
  ],
])(
  'useDiscussedAsset mentions the model in the address once, with the camera view of the viewer (%j)',
  async (more, words) => {
    const id = newId()
    const asset = libraryAsset({ id, name: 'Bear' })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(asset))))
    putDiscussedView({ assetId: id, picture: new Blob(['x'], { type: 'image/png' }), ...more })
    const said: string[] = []
    const files: string[] = []
    const Asks = () => {
      useDiscussedAsset({
        mention: (mentioned) => said.push(mentioned),
        addFiles: (added) => files.push(...added.map(({ name }) => name)),
      })
      return null
    }
    const place = memoryLocation({ path: '/chat', searchPath: `discuss=${id}` })
    render(
      <Router hook={place.hook} searchHook={place.searchHook}>
        <Asks />
      </Router>,
    )
    await waitFor(() => expect(files).toEqual(['Bear.png']))
    expect(said).toEqual([`“Bear” (model ${id})${words.replace('ID', id)}`])
  },
)
