import { comfyFixture } from './comfyui/comfy.fixture.ts'
import { falFixture } from './fal/fal.fixture.ts'
import { gradioFixture } from './gradio/gradio.fixture.ts'
import { hunyuanServerFixture } from './hunyuan/hunyuan-server.fixture.ts'
import { lemonadeFixture } from './lemonade/lemonade.fixture.ts'
import { meshyFixture } from './meshy/meshy.fixture.ts'
import { modlyFixture } from './modly/modly.fixture.ts'
import { replicateFixture } from './replicate/replicate.fixture.ts'
import { rodinFixture } from './rodin/rodin.fixture.ts'
import type { Service3dFixture } from './service/service-3d.fixture.ts'
import { stabilityFixture } from './stability/stability.fixture.ts'
import { tencentFixture } from './tencent/tencent.fixture.ts'
import { trellisServerFixture } from './trellis/trellis-server.fixture.ts'
import { tripoFixture } from './tripo/tripo.fixture.ts'

export const services3d: readonly Service3dFixture[] = [
  falFixture,
  tripoFixture,
  meshyFixture,
  replicateFixture,
  stabilityFixture,
  rodinFixture,
  tencentFixture,
  comfyFixture,
  modlyFixture,
  lemonadeFixture,
  hunyuanServerFixture,
  trellisServerFixture,
  gradioFixture,
]
