import { strToU8, zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openCase, readCase } from '../cases.fixture.ts'
import { applyPose } from '../../mesh/pose/apply-pose.ts'
import { boxFbx } from './fbx.fixture.ts'

const open = (text: string) => openCase({ name: 'a.fbx', bytes: strToU8(text) })
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 4))

describe('readFbx with files of other programs', () => {
  it.each(['axes_pxny_7400_binary.fbx', 'axes_pypx_7400_binary.fbx'])(
    'converts every up axis to y (%s)',
    async (name) => {
      const { low, size } = await openCase(readCase(name))
      expect([low, size]).toEqual([near([1, 3, -2]), near([1, 1, 1])])
    },
  )

  it('reads a file with the most significant byte first', async () => {
    const { triangles, size } = await openCase(readCase('maya_cube_big_endian_7500_binary.fbx'))
    expect([triangles, size]).toEqual([12, near([0.01, 0.01, 0.01])])
  })

  it('reads a mesh with an empty colour layer', async () => {
    const { triangles } = await openCase(readCase('box_empty_colour_layer.fbx'))
    expect(triangles).toBe(12)
  })

  it('rejects a version before 6, and names the version', async () => {
    await expect(openCase(readCase('max7_cube_5000_binary.fbx'))).rejects.toThrow(
      /^This FBX has version 5\.0, from before 2006/,
    )
  })

  it('keeps the weights of shapes without animation', async () => {
    const { document } = await openCase(readCase('blender_331_static_blend_shape_7400_binary.fbx'))
    const node = document
      .getRoot()
      .listNodes()
      .find((one) => one.getMesh())
    expect(node?.getWeights().some((weight) => weight > 0)).toBe(true)
  })

  it('multiplies shapes by the weights of Blender’s vertex groups', async () => {
    const { document, size } = await openCase(readCase('blender_279_shape_weights_7400_binary.fbx'))
    const [mesh] = document.getRoot().listMeshes()
    const offsets = mesh!.listPrimitives()[0]!.listTargets()[0]!.getAttribute('POSITION')!
    const heights = Array.from(
      { length: offsets.getCount() },
      (_, at) => offsets.getElement(at, [])[2]!,
    )
    expect([...new Set(heights)].toSorted((a, b) => a - b)).toEqual([0, 0.5, 1.5, 2])
    expect(Math.max(...size)).toBeCloseTo(4)
  })

  it.each([
    'blender440_shape_weight_anim_7400_binary.fbx',
    'blender_279_shape_weights_7400_binary.fbx',
  ])('reads shapes and their animation (%s)', async (name) => {
    const { document } = await openCase(readCase(name))
    const [mesh] = document.getRoot().listMeshes()
    expect(mesh!.listPrimitives()[0]!.listTargets().length).toBeGreaterThan(0)
    const paths = document
      .getRoot()
      .listAnimations()
      .flatMap((clip) => clip.listChannels())
    expect(paths.map((channel) => channel.getTargetPath())).toContain('weights')
  })
})

describe('readFbx', () => {
  it('reads a text file with braces, semicolons and colons in strings', async () => {
    const text = boxFbx()
      .replace('"Model::Box"', '"Model::Box {1}; a: {"')
      .replace('FBXVersion: 7400', 'FBXVersion: 7400\n\tCreator: "Maker {x: y} ; 2"')
    const { document, size } = await open(text)
    expect(size).toEqual(near([1, 2, 3]))
    expect(
      document
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
    ).toContain('Box {1}; a: {')
  })

  it.each([
    ['x', 0, 1, 'CoordAxis", "int", "Integer", "",1', [2, 1, 3]],
    ['−y', 1, -1, 'CoordAxis", "int", "Integer", "",0', [1, 2, 3]],
    ['z', 2, 1, 'CoordAxis", "int", "Integer", "",0', [1, 3, 2]],
  ] as const)('reads a file with up along %s', async (_, up, sign, coord, size) => {
    const front = { 0: 2, 1: 2, 2: 1 }[up]
    const settings = `P: "UpAxis", "int", "Integer", "",${up}
		P: "UpAxisSign", "int", "Integer", "",${sign}
		P: "FrontAxis", "int", "Integer", "",${front}
		P: "FrontAxisSign", "int", "Integer", "",1
		P: "${coord}
		P: "CoordAxisSign", "int", "Integer", "",1`
    const opened = await open(boxFbx().replace('P: "UpAxis", "int", "Integer", "",1', settings))
    expect(opened.size).toEqual(near(size))
  })

  it('applies a geometric transform only to its own model', async () => {
    const second = `	Model: 9, "Model::Copy", "Mesh" {
		Properties70:  {
			P: "GeometricTranslation", "Vector3D", "Vector", "",1000,0,0
		}
	}
	Material: 3,`
    const text = boxFbx()
      .replace('\tMaterial: 3,', second)
      .replace('C: "OO",1,2', 'C: "OO",1,2\n\tC: "OO",9,0\n\tC: "OO",1,9')
    const { size, triangles } = await open(text)
    expect([triangles, size]).toEqual([24, near([11, 2, 3])])
  })

  it('triangulates a concave polygon without filling its notch', async () => {
    const text = boxFbx()
      .replace(
        /Vertices: \*\d+ \{\s+a: [^\n]*/,
        'Vertices: *18 {\n a: 0,0,0,200,0,0,200,100,0,100,100,0,100,200,0,0,200,0',
      )
      .replace(
        /PolygonVertexIndex: \*\d+ \{\s+a: [^\n]*/,
        'PolygonVertexIndex: *6 {\n a: 1,2,3,4,5,-1',
      )
    const { area } = await open(text)
    expect(area).toBeCloseTo(3)
  })

  it('interpolates between the shapes of one channel', async () => {
    const shapes = `	Geometry: 20, "Geometry::half", "Shape" {
		Indexes: *1 {
			a: 0
		}
		Vertices: *3 {
			a: 1,0,0
		}
	}
	Geometry: 21, "Geometry::full", "Shape" {
		Indexes: *1 {
			a: 0
		}
		Vertices: *3 {
			a: 5,0,0
		}
	}
	Deformer: 22, "Deformer::Morphs", "BlendShape" {
	}
	Deformer: 23, "SubDeformer::smile", "BlendShapeChannel" {
		DeformPercent: 75
		FullWeights: *2 {
			a: 50,100
		}
	}
	Material: 3,`
    const text = boxFbx()
      .replace('\tMaterial: 3,', shapes)
      .replace(
        'C: "OO",1,2',
        'C: "OO",1,2\nC: "OO",22,1\nC: "OO",23,22\nC: "OO",20,23\nC: "OO",21,23',
      )
    const { document } = await open(text)
    const node = document
      .getRoot()
      .listNodes()
      .find((one) => one.getMesh())
    expect(node?.getWeights()).toEqual([0.5, 0.5])
    expect(node?.getMesh()?.getExtras()).toEqual({ targetNames: ['smile 50', 'smile 100'] })
  })

  it('subdivides a mesh if its file requests a smooth surface', async () => {
    const divided = boxFbx().replace(
      'GeometryVersion: 124',
      'Smoothness: 3\nPreviewDivisionLevels: 1\nGeometryVersion: 124',
    )
    const { triangles, losses } = await open(divided)
    // Subdivision turns each of the 12 triangles into 3 quads of 2 triangles.
    expect([triangles, losses]).toEqual([72, []])
  })

  it('multiplies the scales of animation layers', async () => {
    const second = 46_186_158_000
    const curve = (id: number, to: number) => `	AnimationCurve: ${id}, "AnimCurve::", "" {
		KeyTime: *2 {
			a: 0,${second}
		}
		KeyValueFloat: *2 {
			a: 1,${to}
		}
		KeyAttrFlags: *1 {
			a: 4
		}
		KeyAttrRefCount: *1 {
			a: 2
		}
	}
	AnimationCurveNode: ${id + 1}, "AnimCurveNode::S", "" {
	}
`
    const animation = `	AnimationStack: 40, "AnimStack::Grow", "" {
	}
	AnimationLayer: 41, "AnimLayer::Base", "" {
	}
	AnimationLayer: 42, "AnimLayer::More", "" {
	}
${curve(50, 3)}${curve(60, 4)}	Material: 3,`
    const links = ['"OO",41,40', '"OO",42,40', '"OO",51,41', '"OO",61,42']
    const properties = ['"OP",51,2,"Lcl Scaling"', '"OP",61,2,"Lcl Scaling"']
    const curves = ['"OP",50,51,"d|X"', '"OP",60,61,"d|X"']
    const text = boxFbx()
      .replace('\tMaterial: 3,', animation)
      .replace(
        'C: "OO",1,2',
        ['"OO",1,2', ...links, ...properties, ...curves].map((one) => `C: ${one}`).join('\n'),
      )
    const { document } = await open(text)
    applyPose(document, { clip: 0, seconds: 1 })
    const node = document
      .getRoot()
      .listNodes()
      .find((one) => one.getMesh())
    expect(node?.getScale()).toEqual([12, 1, 1].map((value) => expect.closeTo(value, 4) as unknown))
  })

  it('leaves out and reports hidden objects', async () => {
    const text = boxFbx()
      .replace(
        '\tMaterial: 3,',
        '\tModel: 9, "Model::Copy", "Mesh" {\n\t\tProperties70:  {\n\t\t\tP: "Visibility", "Visibility", "", "A",0\n\t\t}\n\t}\n\tMaterial: 3,',
      )
      .replace('C: "OO",1,2', 'C: "OO",1,2\nC: "OO",9,0\nC: "OO",1,9')
    const { triangles, losses } = await open(text)
    expect([triangles, losses]).toEqual([12, ['Left out because hidden: 1 object.']])
  })

  it('reads the other models if a model contains itself', async () => {
    const { triangles } = await open(
      boxFbx()
        .replace('C: "OO",2,0', 'C: "OO",2,8\nC: "OO",8,2')
        .replace('\tMaterial: 3,', '\tModel: 8, "Model::Loop", "Null" {\n\t}\n\tMaterial: 3,'),
    )
    expect(triangles).toBe(12)
  })

  it('reads lines, and reads curved surfaces as polygons', async () => {
    const curved = `	Geometry: 30, "Geometry::Line", "Line" {
		Points: *9 {
			a: 0,0,0,100,0,0,100,100,0
		}
		PointsIndex: *3 {
			a: 0,1,-3
		}
	}
	Geometry: 31, "Geometry::Sheet", "NurbsSurface" {
		NurbsSurfaceOrder: 2,2
		Dimensions: 2,2
		Form: "Open", "Open"
		Points: *16 {
			a: 0,0,0,1,200,0,0,1,0,300,0,1,200,300,0,1
		}
		KnotVectorU: *4 {
			a: 0,0,1,1
		}
		KnotVectorV: *4 {
			a: 0,0,1,1
		}
	}
	Model: 40, "Model::Line", "Line" {
	}
	Model: 41, "Model::Sheet", "NurbsSurface" {
	}
	Material: 3,`
    const text = boxFbx()
      .replace('\tMaterial: 3,', curved)
      .replace('C: "OO",2,0\n', 'C: "OO",40,0\nC: "OO",41,0\n')
      .replace('C: "OO",1,2', 'C: "OO",30,40\nC: "OO",31,41')
    const { area, document } = await open(text)
    expect(area).toBeCloseTo(6)
    const modes = document
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives())
    expect(modes.map((primitive) => primitive.getMode())).toEqual([1, 4])
  })

  it('leaves out models that are nested too deeply', async () => {
    const chain = Array.from({ length: 5000 }, (_, at) => 1000 + at)
    const models = chain.map((id) => `\tModel: ${id}, "Model::${id}", "Null" {\n\t}`).join('\n')
    const links = chain.map((id) => `C: "OO",${id},${id === 1000 ? 0 : id - 1}`).join('\n')
    const text = boxFbx()
      .replace('\tMaterial: 3,', `${models}\n\tMaterial: 3,`)
      .replace('C: "OO",1,2', `C: "OO",1,2\n${links}`)
    const { triangles, losses } = await open(text)
    expect([triangles, losses]).toEqual([12, ['Left out: 4,599 too deeply nested objects.']])
  })

  it('rejects a list that unpacks to more than its declared size', async () => {
    const packed = zlibSync(new Uint8Array(2 ** 23))
    const bytes = new Uint8Array(27 + 13 + 13 + packed.length + 13)
    const view = new DataView(bytes.buffer)
    bytes.set(strToU8('Kaydara FBX Binary  '))
    view.setUint32(23, 7400, true)
    view.setUint32(27, 27 + 13 + 13 + packed.length, true)
    view.setUint32(31, 1, true)
    view.setUint32(35, 13 + packed.length, true)
    view.setUint8(40, 'd'.charCodeAt(0))
    ;[10, 1, packed.length].forEach((word, at) => view.setUint32(41 + at * 4, word, true))
    bytes.set(packed, 53)
    await expect(openCase({ name: 'a.fbx', bytes })).rejects.toThrow(/too large/)
  })

  it.each([
    ['text that is no FBX', strToU8('Kaydara? no')],
    ['a truncated binary file', readCase('axes_pxny_7400_binary.fbx').bytes.slice(0, 3000)],
  ])('explains the defect of %s', async (_, bytes) => {
    await expect(openCase({ name: 'a.fbx', bytes })).rejects.toThrow(
      /^This .* is (?:damaged|empty)/,
    )
  })
})
