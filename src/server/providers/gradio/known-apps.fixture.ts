import type { GradioFixtureApp } from './gradio.fixture.ts'

/* Responses of `/config` of published apps, reduced to the fields that calls need. */

const picture = (id: number, label: string) => ({ id, type: 'image', props: { label } })
const state = (id: number) => ({ id, type: 'state', props: {}, skip_api: true })
const slider = (id: number, label: string, value: number, [minimum, maximum, step]: number[]) => ({
  id,
  type: 'slider',
  props: { label, minimum, maximum, step, value },
})
const model = (id: number, label: string) => ({ id, type: 'model3d', props: { label } })
const tick = (id: number, label: string, value = true) => ({
  id,
  type: 'checkbox',
  props: { label, value },
})

const trellisComponents = [
  picture(1, 'Image Prompt'),
  tick(2, 'Randomize Seed'),
  slider(3, 'Seed', 0, [0, 2_147_483_647, 1]),
  slider(4, 'Guidance Strength', 7.5, [0, 10, 0.1]),
  slider(5, 'Sampling Steps', 12, [1, 50, 1]),
  slider(6, 'Simplify', 0.95, [0.9, 0.98, 0.01]),
  slider(7, 'Texture Size', 1024, [512, 2048, 512]),
  state(8),
  { id: 9, type: 'video', props: { label: 'Generated 3D Asset' } },
  model(10, 'Extracted GLB'),
  { id: 11, type: 'downloadbutton', props: { label: 'Download GLB' } },
]
const trellisBegins = [
  { name: 'start_session', inputs: [], outputs: [], parameters: [] },
  { name: 'preprocess_image', inputs: [1], outputs: [1], parameters: ['image'] },
  { name: 'get_seed', inputs: [2, 3], outputs: [3], parameters: ['randomize_seed', 'seed'] },
]
const sampling = ['image', 'seed', 'ss_guidance_strength', 'ss_sampling_steps']

/** The app in TRELLIS's repository. One call samples the shape, the next call writes the file. */
export const trellisOneApp: GradioFixtureApp = {
  title: 'TRELLIS',
  components: trellisComponents,
  calls: [
    ...trellisBegins,
    { name: 'image_to_3d', inputs: [1, 3, 4, 5], outputs: [8, 9], parameters: sampling },
    {
      name: 'extract_glb',
      inputs: [8, 6, 7],
      outputs: [10, 11],
      parameters: ['mesh_simplify', 'texture_size'],
    },
  ],
}

/** TRELLIS as a Space of Hugging Face. One call samples the shape and writes the file. */
export const trellisSpaceApp: GradioFixtureApp = {
  title: 'TRELLIS',
  components: trellisComponents,
  calls: [
    ...trellisBegins,
    {
      name: 'generate_and_extract_glb',
      inputs: [1, 3, 4, 5, 6, 7],
      outputs: [8, 9, 10, 11],
      parameters: [...sampling, 'mesh_simplify', 'texture_size'],
    },
  ],
}

export const tripoSrApp: GradioFixtureApp = {
  title: 'TripoSR',
  components: [
    picture(1, 'Input Image'),
    tick(2, 'Remove Background'),
    slider(3, 'Foreground Ratio', 0.85, [0.5, 1, 0.05]),
    picture(4, 'Processed Image'),
    slider(5, 'Marching Cubes Resolution', 256, [32, 320, 32]),
    model(6, 'Output Model (OBJ Format)'),
    model(7, 'Output Model (GLB Format)'),
  ],
  calls: [
    { name: 'check_input_image', inputs: [1], outputs: [], parameters: ['input_image'] },
    {
      name: 'preprocess',
      inputs: [1, 2, 3],
      outputs: [4],
      parameters: ['input_image', 'do_remove_background', 'foreground_ratio'],
    },
    { name: 'generate', inputs: [4, 5], outputs: [6, 7], parameters: ['image', 'mc_resolution'] },
  ],
}

export const spar3dApp: GradioFixtureApp = {
  title: 'SPAR3D',
  components: [
    picture(1, 'Input Image'),
    { id: 2, type: 'button', props: { value: 'Run', visible: false } },
    state(3),
    state(4),
    slider(5, 'Padding Ratio', 1.3, [1, 2, 0.05]),
    slider(6, 'Guidance Scale', 3, [1, 10, 0.1]),
    slider(7, 'Random Seed', 0, [0, 10_000, 1]),
    { id: 8, type: 'litmodel3d', props: { label: '3D Model', visible: false } },
  ],
  calls: [
    {
      name: 'requires_bg_remove',
      inputs: [1, 5],
      outputs: [2, 3, 4, 8],
      parameters: ['image', 'fr'],
    },
    {
      name: 'run_button',
      inputs: [2, 1, 4, 5, 6, 7],
      outputs: [2, 3, 4, 8],
      parameters: ['run_btn', 'input_image', 'padding_ratio', 'guidance_scale', 'random_seed'],
    },
  ],
}
