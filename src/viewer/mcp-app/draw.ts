import type { Matrix } from '#lib/geometry/matrix.ts'
import { orbit, perspective } from '../plain/matrix.ts'
import type { ShapePicture, PlainShape } from '../plain/read-shapes.ts'
import { measureShapes } from '../plain/shape-bounds.ts'
import { drawShape, linkProgram, uploadShapes } from '../plain/webgl.ts'

export type OrbitView = { yaw: number; pitch: number; zoom: number }

const fov = (30 * Math.PI) / 180
const samplesPerPx = 2

const vertexShader = `#version 300 es
in vec3 position; in vec3 normal; in vec2 uv; in vec4 colour;
uniform mat4 model, view, projection;
out vec3 vNormal, vAt; out vec2 vUv; out vec4 vColour;
void main() {
  vec4 at = view * model * vec4(position, 1.0);
  vAt = at.xyz; vUv = uv; vColour = colour;
  vNormal = mat3(view) * transpose(inverse(mat3(model))) * normal;
  gl_Position = projection * at;
}`

const fragmentShader = `#version 300 es
precision highp float;
in vec3 vNormal, vAt; in vec2 vUv; in vec4 vColour;
uniform vec4 factor; uniform float metalness, roughness, cutoff;
uniform bool hasPicture, hasNormals; uniform sampler2D picture;
uniform mat4 view;
out vec4 drawn;
void main() {
  vec4 base = factor * vColour;
  if (hasPicture) base *= texture(picture, vUv);
  if (base.a < cutoff) discard;
  vec3 n = normalize(hasNormals ? vNormal : cross(dFdx(vAt), dFdy(vAt)));
  vec3 eye = normalize(-vAt);
  if (dot(n, eye) < 0.0) n = -n;
  vec3 up = mat3(view) * vec3(0.0, 1.0, 0.0);
  float sky = 0.5 + 0.5 * dot(n, up);
  vec3 light = mix(vec3(0.24, 0.23, 0.22), vec3(0.62, 0.64, 0.68), sky);
  vec3 shine = vec3(0.0);
  vec3 f0 = mix(vec3(0.04), base.rgb, metalness);
  for (int i = 0; i < 2; i++) {
    vec3 to = normalize(i == 0 ? vec3(0.5, 0.8, 1.0) : vec3(-1.0, 0.3, 0.2));
    float power = i == 0 ? 0.75 : 0.25;
    float facing = max(dot(n, to), 0.0);
    light += facing * power;
    float sharp = mix(120.0, 4.0, sqrt(roughness));
    shine += f0 * facing * power * pow(max(dot(n, normalize(to + eye)), 0.0), sharp) * sharp * 0.06;
  }
  vec3 colour = base.rgb * light * mix(1.0, 0.45, metalness) + shine + f0 * metalness * sky * 0.6;
  colour = mix(12.92 * colour, 1.055 * pow(max(colour, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, colour));
  drawn = vec4(colour, 1.0);
}`

export type CanvasDrawing = {
  draw: (view: OrbitView) => void
  triangles: number
}

/**
 * Draws a model on a canvas.
 * @throws {Error} if the browser has no WebGL 2.
 */
export async function startDrawing(
  canvas: HTMLCanvasElement,
  shapes: readonly PlainShape[],
): Promise<CanvasDrawing> {
  const gl = canvas.getContext('webgl2', {
    antialias: true,
    alpha: true,
    preserveDrawingBuffer: true,
  })
  if (!gl) throw new Error('This browser cannot show 3D here.')
  const program = linkProgram(gl, { vertex: vertexShader, fragment: fragmentShader })
  const at = (name: string) => gl.getUniformLocation(program, name)
  const bounds = measureShapes(shapes)
  if (!bounds) throw new Error('This model has nothing to show.')
  const { radius } = bounds
  const { x, y, z } = bounds.centre
  const textures = await Promise.all(
    shapes.map(async ({ picture }) => picture && loadPicture(gl, picture)),
  )
  const { uploaded } = uploadShapes(gl, program, shapes)
  gl.useProgram(program)
  gl.enable(gl.DEPTH_TEST)
  // Sets white as the colour of shapes without vertex colours.
  gl.vertexAttrib4f(gl.getAttribLocation(program, 'colour'), 1, 1, 1, 1)

  return {
    triangles: uploaded.reduce((sum, { count }) => sum + Math.floor(count / 3), 0),
    draw: ({ yaw, pitch, zoom }) => {
      const scale = Math.min(devicePixelRatio || 1, samplesPerPx)
      const [width, height] = [canvas.clientWidth * scale, canvas.clientHeight * scale].map(
        Math.round,
      )
      if (!width || !height) return
      if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height })
      const aspect = width / height
      const distance =
        radius / Math.sin(Math.min(fov, 2 * Math.atan(Math.tan(fov / 2) * aspect)) / 2) / zoom
      gl.viewport(0, 0, width, height)
      gl.clearColor(0, 0, 0, 0)
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
      const view = orbit([x, y, z], { yaw, pitch, distance })
      const range = [Math.max(radius / 200, distance - 2 * radius), distance + 2 * radius] as const
      set(gl, at('view'), view)
      set(gl, at('projection'), perspective(fov, aspect, range))
      for (const [place, thing] of uploaded.entries()) {
        const { shape } = thing
        const texture = textures[place] ?? null
        set(gl, at('model'), shape.matrix)
        gl.uniform4fv(at('factor'), [...shape.colour])
        gl.uniform1f(at('metalness'), shape.metalness)
        gl.uniform1f(at('roughness'), shape.roughness)
        gl.uniform1f(at('cutoff'), shape.alphaCutoff)
        gl.uniform1i(at('hasNormals'), shape.normals ? 1 : 0)
        gl.uniform1i(at('hasPicture'), texture ? 1 : 0)
        gl.bindTexture(gl.TEXTURE_2D, texture)
        drawShape(gl, thing)
      }
    },
  }
}

async function loadPicture(
  gl: WebGL2RenderingContext,
  { bytes, mimeType }: ShapePicture,
): Promise<WebGLTexture | null> {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    })
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
    gl.generateMipmap(gl.TEXTURE_2D)
    return texture
  } catch {
    // The shape is still visible without its texture.
    return null
  }
}

const set = (gl: WebGL2RenderingContext, at: WebGLUniformLocation | null, matrix: Matrix) =>
  gl.uniformMatrix4fv(at, false, [...matrix])
