import { boxSolid } from '#lib/geometry/box-solid.fixture.ts'

const { positions, indices } = boxSolid([50, 100, 150])

/** Returns a red box of 100 × 200 × 300 centimetres as text of FBX 7.4. */
export const boxFbx = (): string => `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",1
	}
}
Objects:  {
	Geometry: 1, "Geometry::Box", "Mesh" {
		Vertices: *${positions.length} {
			a: ${positions.join(',')}
		}
		PolygonVertexIndex: *${indices.length} {
			a: ${Array.from(indices, (point, at) => (at % 3 === 2 ? -point - 1 : point)).join(',')}
		}
		GeometryVersion: 124
	}
	Model: 2, "Model::Box", "Mesh" {
		Version: 232
	}
	Material: 3, "Material::Paint", "" {
		Version: 102
		ShadingModel: "phong"
		Properties70:  {
			P: "DiffuseColor", "Color", "", "A",1,0,0
		}
	}
}
Connections:  {
	C: "OO",2,0
	C: "OO",1,2
	C: "OO",3,2
}
`
