import { WebGLRenderer } from 'three'
import type { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

/**
 * Gives `loader` only the decoders that a file needs, each in a separate chunk with WebAssembly.
 * @param extensions the file's `extensionsUsed`.
 * @param report receives a sentence about parts that a decoder skips.
 * @returns a function that frees the decoders' workers after parsing.
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
    // Finds the GPU's compressed formats in a separate context, because parsing may start before
    // the viewer has a context.
    const probe = new WebGLRenderer({ canvas: new OffscreenCanvas(1, 1) })
    const ktx2 = createKtx2Loader(probe)
    probe.dispose()
    probe.forceContextLoss()
    loader.setKTX2Loader(ktx2)
    releases.push(() => ktx2.dispose())
  }

  return () => releases.forEach((release) => release())
}
