import { WebGLRenderer } from 'three'
import type { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

/**
 * Gives `loader` the decoders that a file asks for, and no others: each is a chunk of
 * its own, and its WebAssembly is served from our own origin.
 *
 * @param extensions the file's `extensionsUsed`.
 * @param report hears in a sentence what a decoder leaves out.
 * @returns what frees the decoders' workers, to be called when parsing has ended.
 */
export async function addDecoders(
  loader: GLTFLoader,
  extensions: readonly string[],
  report: (problem: string) => void,
): Promise<() => void> {
  const releases: (() => void)[] = []

  if (extensions.some((name) => name.endsWith('_meshopt_compression'))) {
    const { MeshoptDecoder } = await import('three/addons/libs/meshopt_decoder.module.js')
    loader.setMeshoptDecoder(MeshoptDecoder)
  }

  if (extensions.includes('KHR_draco_mesh_compression')) {
    const { DRACOLoader, DRACO_GLTF_CONFIG } = await import('three/addons/loaders/DRACOLoader.js')
    const draco = new DRACOLoader().setDecoderPath(DRACO_GLTF_CONFIG)
    loader.setDRACOLoader(draco)
    releases.push(() => draco.dispose())
  }

  if (extensions.includes('KHR_materials_pbrSpecularGlossiness')) {
    const { SpecularGlossiness } = await import('./specular-glossiness.ts')
    loader.register((parser) => new SpecularGlossiness(parser))
  }

  if (extensions.includes('KHR_gaussian_splatting')) {
    const { SplatReader } = await import('../splats/splat-reader.ts')
    loader.register((parser) => new SplatReader(parser, report))
  }

  if (extensions.includes('KHR_texture_basisu')) {
    const { createKtx2Loader } = await import('./ktx2-loader.ts')
    // What the GPU can keep compressed is asked of a context of its own, because a model
    // may be parsed before the stage exists.
    const probe = new WebGLRenderer({ canvas: new OffscreenCanvas(1, 1) })
    const ktx2 = createKtx2Loader(probe)
    probe.dispose()
    probe.forceContextLoss()
    loader.setKTX2Loader(ktx2)
    releases.push(() => ktx2.dispose())
  }

  return () => releases.forEach((release) => release())
}
