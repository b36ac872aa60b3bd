import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { measureExtent } from '../../mesh/extent.ts'
import { sumTriangles } from '../../mesh/parts.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { emptyReport } from '../import-report.ts'
import { readFbx6 } from './read-fbx6.ts'

/** A square of two metres on a rotated and moved node, as Blender 2.79 writes it. */
const square = `; FBX 6.1.0 project file
FBXHeaderExtension:  {
	FBXVersion: 6100
}
Objects:  {
	Model: "Model::Arm", "Null" {
		Properties60:  {
			Property: "Lcl Translation", "Lcl Translation", "A+",0.0,300.0,0.0
			Property: "Lcl Rotation", "Lcl Rotation", "A+",0.0,90.0,0.0
		}
	}
	Model: "Model::Square", "Mesh" {
		Properties60:  {
			Property: "Lcl Scaling", "Lcl Scaling", "A+",100.0,100.0,100.0
		}
		Vertices: -1,-1,0
		,1,-1,0,1,1,0,-1,1,0
		PolygonVertexIndex: 0,1,2,-4
		LayerElementUV: 0 {
			MappingInformationType: "ByPolygonVertex"
			ReferenceInformationType: "IndexToDirect"
			UV: 0,0,1,0,1,1,0,1
			UVIndex: 0,1,2,3
		}
		LayerElementMaterial: 0 {
			MappingInformationType: "AllSame"
			Materials: 0
		}
	}
	Material: "Material::Paint", "" {
		Properties60:  {
			Property: "DiffuseColor", "ColorRGB", "",1.0,0.0,0.0
			Property: "Opacity", "double", "",0.5
		}
	}
	Texture: "Texture::skin", "TextureVideoClip" {
		RelativeFilename: "textures\\skin.png"
	}
}
Connections:  {
	Connect: "OO", "Model::Square", "Model::Arm"
	Connect: "OO", "Material::Paint", "Model::Square"
	TEXTURE
}
`

const read = (text: string) => {
  const report = emptyReport()
  const picture = { mimeType: 'image/png', bytes: new Uint8Array(), name: 'skin.png' }
  const model = readFbx6(
    strToU8(text),
    (path) => {
      report.missing.push(path)
      return path.endsWith('skin.png') ? picture : undefined
    },
    report,
  )
  return { ...model, report }
}

const near = (values: number[]) => values.map((value) => expect.closeTo(value))

describe('readFbx6', () => {
  it('reads meshes with their transform, in metres, with colours', () => {
    const { parts, materials } = read(square.replace('TEXTURE', ''))
    expect(sumTriangles({ parts })).toBe(2)
    const { low, high } = measureExtent(parts)
    expect([low, high]).toEqual([near([0, 2, -1]), near([0, 4, 1])])
    expect(parts[0]).toMatchObject({ name: 'Square' })
    expect(materials).toMatchObject([{ name: 'Paint', color: [1, 0, 0, 0.5] }])
  })

  it('reads the picture', () => {
    const connected = 'Connect: "OO", "Texture::skin", "Model::Square"'
    const { materials, parts } = read(square.replace('TEXTURE', connected))
    expect(materials[0]).toMatchObject({ picture: { name: 'skin.png' }, color: [1, 1, 1, 0.5] })
    expect(parts[0]!.uvs!.slice(0, 4)).toEqual(new Float32Array([0, 1, 1, 1]))
  })

  it('rotates z up to y up', () => {
    const settings =
      'GlobalSettings:  {\n\tProperties60:  {\n\t\tProperty: "UpAxis", "int", "",2\n\t}\n}\n'
    const { low, high } = measureExtent(read(square + settings).parts)
    // The former up direction now points to the back.
    expect([low[2], high[2]]).toEqual([expect.closeTo(-4), expect.closeTo(-2)])
  })

  it('rejects a truncated file with a sentence', () => {
    const binary = new Uint8Array(60)
    binary.set(strToU8('Kaydara FBX Binary  \0\x1a\0'))
    new DataView(binary.buffer).setUint32(27, 5000, true)
    const seen = () => readFbx6(binary, () => undefined, emptyReport())
    expect(seen).toThrow(UnworkableModelError)
  })
})
