import { strToU8 } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { applyPose } from '../../mesh/pose/apply-pose.ts'
import { openCase } from '../cases.fixture.ts'

/** A square of two metres on a rotated and moved node, in the form that Blender 2.79 writes. */
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

const open = async (text: string) => {
  const png = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
  const picture = { name: 'skin.png', bytes: new Uint8Array(await png.png().toBuffer()) }
  return openCase({ name: 'a.fbx', bytes: strToU8(text) }, picture)
}

const near = (values: number[]) => values.map((value) => expect.closeTo(value, 5))

describe('readFbx with a file of version 6', () => {
  it('reads meshes with their transform, in metres, with colours', async () => {
    const { document, materials, low, size, triangles } = await open(square.replace('TEXTURE', ''))
    expect(triangles).toBe(2)
    expect([low, size]).toEqual([near([0, 2, -1]), near([0, 2, 2])])
    expect(document.getRoot().listMeshes()[0]!.getName()).toBe('Square')
    expect(materials).toMatchObject([{ name: 'Paint', color: [1, 0, 0, 0.5] }])
  })

  it('returns the picture and the texture coordinates of a texture', async () => {
    const connected = 'Connect: "OO", "Texture::skin", "Model::Square"'
    const { materials, parts } = await open(square.replace('TEXTURE', connected))
    expect(materials[0]).toMatchObject({ picture: { name: 'skin.png' }, color: [1, 1, 1, 0.5] })
    expect(parts[0]!.uvs!.slice(0, 4)).toEqual(new Float32Array([0, 1, 1, 1]))
  })

  it('reads the animation of a take', async () => {
    const second = 46_186_158_000
    const takes = `Takes:  {
	Current: "Walk"
	Take: "Walk" {
		LocalTime: 0,${2 * second}
		Model: "Model::Arm" {
			Channel: "Transform" {
				Channel: "T" {
					Channel: "Y" {
						Default: 300
						KeyVer: 4005
						KeyCount: 3
						Key: 0,300,L,${second},500,U,s,0,0,n,${2 * second},400,C,s
					}
				}
			}
		}
	}
}
`
    const { document, losses } = await open(square + takes)
    expect(losses).toEqual([])
    const [clip] = document.getRoot().listAnimations()
    expect(clip?.getName()).toBe('Walk')
    const poses = [0.5, 1, 2].map((seconds) => {
      applyPose(document, { clip: 0, seconds })
      const arm = document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'Arm')
      return arm?.getTranslation()[1]
    })
    expect(poses).toEqual([400, 500, 400].map((value) => expect.closeTo(value, 2) as unknown))
  })

  it('converts z up to y up', async () => {
    const settings =
      'GlobalSettings:  {\n\tProperties60:  {\n\t\tProperty: "UpAxis", "int", "",2\n\t}\n}\n'
    const { low, size } = await open(square + settings)
    // The file's up direction points to the back after the conversion.
    expect([low[2], size[2]]).toEqual([expect.closeTo(-4, 5), expect.closeTo(2, 5)])
  })
})
