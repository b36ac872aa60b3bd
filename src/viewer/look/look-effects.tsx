import { extend, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import {
  ACESFilmicToneMapping,
  AgXToneMapping,
  LinearToneMapping,
  NeutralToneMapping,
  type Scene,
  type ToneMapping,
  type WebGLRenderer,
} from 'three'
import type { ParsedModel } from '../loading/parse-glb.ts'
import type { StagePasses } from '../rendering/stage-passes.ts'
import { LightTexture } from '../light/light-texture.ts'
import { drawStudioLight } from '../light/studio-light.ts'
import { createMaterialOverrides } from './material-overrides.ts'
import { lightSets } from '../light/light-sets.ts'
import { usePerspectiveCamera } from '../camera/use-perspective-camera.ts'
import type { Look, ToneMappingName } from './look.ts'

extend({ LightTexture })

export type LookEffectsProps = {
  model: ParsedModel
  look: Look
  passes: StagePasses
}

/** Applies display settings to the scene, and restores everything on unmount. */
export function LookEffects({ model, look, passes }: LookEffectsProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = usePerspectiveCamera()
  const invalidate = useThree((state) => state.invalidate)
  const [overrides] = useState(() => createMaterialOverrides(camera))
  const { mode, hasEdges, light, lightTurn, toneMapping } = look

  useEffect(() => () => overrides.dispose(), [overrides])

  useLayoutEffect(() => {
    overrides.apply(model.scene, mode, model.bounds)
    invalidate()
    return () => {
      overrides.restore(model.scene)
      invalidate()
    }
  }, [overrides, model, mode, invalidate])

  useLayoutEffect(() => {
    const isAlone = mode === 'wireframe'
    if (!hasEdges && !isAlone) return undefined
    overrides.styleEdges(isAlone)
    invalidate()
    const remove = passes.addOver((renderer, drawn, seenBy) => {
      const { overrideMaterial } = drawn
      const { mask } = seenBy.layers
      drawn.overrideMaterial = overrides.edges
      // Draws edges only for the model, not for its shadow or annotations.
      seenBy.layers.set(0)
      renderer.render(drawn, seenBy)
      seenBy.layers.mask = mask
      drawn.overrideMaterial = overrideMaterial
    })
    return () => {
      remove()
      invalidate()
    }
  }, [overrides, passes, hasEdges, mode, invalidate])

  useLayoutEffect(() => {
    turnLight(scene, lightTurn)
    invalidate()
    return () => {
      turnLight(scene, 0)
    }
  }, [scene, lightTurn, invalidate])

  useLayoutEffect(() => {
    mapTones(gl, toneMappings[toneMapping])
    invalidate()
    return () => {
      mapTones(gl, NeutralToneMapping)
    }
  }, [gl, toneMapping, invalidate])

  return light === 'studio' ? null : <EnvironmentLight name={light} />
}

function EnvironmentLight({ name }: { name: keyof typeof lightSets }) {
  const faces = useMemo(() => drawStudioLight(lightSets[name]), [name])
  return <lightTexture attach="environment" args={[faces]} />
}

const toneMappings: Record<ToneMappingName, ToneMapping> = {
  neutral: NeutralToneMapping,
  agx: AgXToneMapping,
  aces: ACESFilmicToneMapping,
  none: LinearToneMapping,
}

function turnLight(scene: Scene, degrees: number): void {
  scene.environmentRotation.y = (degrees * Math.PI) / 180
}

function mapTones(gl: WebGLRenderer, toneMapping: ToneMapping): void {
  gl.toneMapping = toneMapping
}
