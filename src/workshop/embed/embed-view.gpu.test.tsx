import { WebIO } from '@gltf-transform/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { sizeStage } from '#viewer/page-style.fixture.ts'
import { suggestedEmbed } from './embed-settings.ts'
import { EmbedView } from './embed-view.tsx'

sizeStage()
afterEach(cleanup)

it('shows the default scene of the file in the list of scenes', async () => {
  const io = new WebIO()
  const document = await io.readBinary(await makeGlb())
  const root = document.getRoot()
  const [first] = root.listScenes()
  const second = document.createScene('Night').addChild(document.createNode('Moon'))
  for (const node of first!.setName('Day').listChildren()) second.addChild(node)
  root.setDefaultScene(second)
  const url = URL.createObjectURL(new Blob([await io.writeBinary(document)]))
  const asset = {
    name: 'Room',
    url,
    mimeType: 'model/gltf-binary',
    sizeBytes: 1,
    canDownload: true,
  }
  render(<EmbedView asset={asset} settings={suggestedEmbed} />)
  expect(await screen.findByLabelText('Scene: Night')).toBeDefined()
})
