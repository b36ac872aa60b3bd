import type { Asset } from '#contract/assets.ts'

export const libraryAsset = (given: Pick<Asset, 'id' | 'name'>): Asset => ({
  createdAt: '2026-11-20T10:00:00Z',
  mimeType: 'model/gltf-binary',
  sizeBytes: 1,
  sha256: 'a'.repeat(64),
  url: '/a',
  isStarred: false,
  tags: [],
  ...given,
})
