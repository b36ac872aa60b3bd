import { describe, expect, it } from 'vitest'
import { errorIn, savedModels } from './comfy-answers.ts'
import { fillWorkflow } from './fill-workflow.ts'

const workflow = {
  1: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  2: { class_type: 'ImageToModel', inputs: { image: ['1', 0], seed: 1 }, _meta: { title: 'Make' } },
}
const none = new Map<string, string>()
const file = (filename: string) => ({ filename, subfolder: 'out', type: 'output' })

describe('a workflow', () => {
  it('takes params by node and input, and the picture where one is loaded', () => {
    const pictures = new Map([['file', 'bozzetto/a.png']])
    const filled = fillWorkflow({ workflow, '2.seed': 7, file: {} }, pictures)
    expect(filled['1']?.inputs).toEqual({ image: 'bozzetto/a.png' })
    expect(filled['2']).toEqual({ ...workflow[2], inputs: { image: ['1', 0], seed: 7 } })
    // The next task begins with what was pasted.
    expect(workflow[2].inputs.seed).toBe(1)
  })

  it.each([
    ['nothing', undefined, 'missing'],
    ['a saved workflow', { nodes: [], links: [] }, 'Export \\(API\\)'],
    ['something else', { 1: { type: 'LoadImage' } }, 'Export \\(API\\)'],
  ])('is refused when it is %s, with what to do', (_name, value, said) => {
    expect(() => fillWorkflow({ workflow: value }, none)).toThrow(new RegExp(said))
  })

  it('is refused when a param names a node that it lacks, or a picture has no place', () => {
    expect(() => fillWorkflow({ workflow, '9.seed': 7 }, none)).toThrow('no node 9')
    const bare = { 2: workflow[2] }
    const pictures = new Map([['file', 'a.png']])
    expect(() => fillWorkflow({ workflow: bare }, pictures)).toThrow('no LoadImage')
  })

  it('has its models where nodes name them, GLB first, and its error in its messages', () => {
    const outputs = { 3: { result: [file('a.obj'), file('b.png')] }, 4: { '3d': [file('c.glb')] } }
    expect(savedModels(outputs)).toEqual([
      '/view?filename=c.glb&subfolder=out&type=output',
      '/view?filename=a.obj&subfolder=out&type=output',
    ])
    const details = { exception_message: 'Out of memory', node_type: 'ImageToModel' }
    expect(
      errorIn([
        ['execution_start', {}],
        ['execution_error', details],
      ]),
    ).toBe('ImageToModel: Out of memory')
  })
})
