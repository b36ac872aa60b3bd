/** x, y and z of each corner of a box around the origin. */
const positions = Array.from({ length: 8 }, (_, at) => [
  at & 1 ? 50 : -50,
  at & 2 ? 100 : -100,
  at & 4 ? 150 : -150,
]).flat()
/** Faces outwards. */
const indices = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
].flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])

/** A red box of 100 × 200 × 300 centimetres, as text of version 7.4. */
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
			a: ${indices.map((point, at) => (at % 3 === 2 ? -point - 1 : point)).join(',')}
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
