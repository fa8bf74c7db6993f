/**
 * Multipart requests: text fields, an optional `data` field with the body as JSON, and files read whole within their
 * rule's size. What a file really is, the module that takes it decides from its bytes.
 */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { inputProblems } from '#contract/api/failures.ts'
import type { FileRule } from '#contract/api/files.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import type { UploadedFile } from './bound.ts'
import { hasDoubledKey } from './doubled-keys.ts'

export interface Multipart {
  readonly fields: Record<string, unknown>
  readonly files: Record<string, UploadedFile>
}

/**
 * Reads a multipart request. Throws `too_large` over a file's limit and `invalid_input` for a part that the endpoint does
 * not take or that comes twice, and for a body that ends too soon or is none.
 */
export async function readMultipart(
  request: FastifyRequest,
  rules: Readonly<Record<string, FileRule>>,
): Promise<Multipart> {
  try {
    return await readParts(request, rules)
  } catch (error) {
    // The framework names what it refuses; what its parser stumbles over comes as a bare error.
    if (isFailure(error) || (error instanceof Error && 'code' in error)) throw error
    throw new Failure('invalid_input', undefined, { cause: error })
  }
}

async function readParts(request: FastifyRequest, rules: Readonly<Record<string, FileRule>>): Promise<Multipart> {
  const largest = Math.max(...Object.values(rules).map((rule) => rule.maxBytes))
  const fields: Record<string, unknown> = {}
  const files: Record<string, UploadedFile> = {}
  const parts = request.parts({
    limits: { fileSize: largest + 1, files: Object.keys(rules).length, fields: 60, fieldSize: 100_000, parts: 80 },
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      const rule = rules[part.fieldname]
      if (!rule || files[part.fieldname]) throw unexpected(part.fieldname)
      const file = await readFile(part, rule)
      if (file) files[part.fieldname] = file
    } else {
      // No field of ours has so long a name.
      if (part.fieldnameTruncated || Object.hasOwn(fields, part.fieldname)) throw unexpected(part.fieldname)
      fields[part.fieldname] = part.value
    }
  }
  return { fields: withData(fields), files }
}

async function readFile(part: MultipartFile, rule: FileRule): Promise<UploadedFile | null> {
  const bytes = await readBytes(part)
  if (!bytes || bytes.length > rule.maxBytes) throw tooLarge(part.fieldname, rule, bytes?.length)
  // A form sends an empty part for a file that was not chosen.
  if (bytes.length === 0 && part.filename === '') return null
  return { bytes, filename: part.filename }
}

/** Null of more than any file of the endpoint may have. */
async function readBytes(part: MultipartFile): Promise<Buffer | null> {
  try {
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') return null
    throw error
  }
}

function tooLarge(field: string, rule: FileRule, bytes?: number): Failure {
  if (rule.tooLarge) return new Failure(rule.tooLarge.code, [{ path: [field], message: rule.tooLarge.message }])
  return new Failure(bytes === undefined ? 'too_large' : 'image_too_large', { bytes, limit: rule.maxBytes })
}

function withData(fields: Record<string, unknown>): Record<string, unknown> {
  const { data, ...rest } = fields
  if (data === undefined) return rest
  try {
    const body: unknown = JSON.parse(String(data))
    const isPlain = body && typeof body === 'object' && !Array.isArray(body) && !Object.hasOwn(body, '__proto__')
    if (isPlain && !hasDoubledKey(String(data), body)) {
      return { ...rest, ...body }
    }
  } catch {
    // falls through to the refusal below
  }
  throw unexpected('data')
}

function unexpected(field: string): Failure {
  return new Failure('invalid_input', [{ path: [field], message: inputProblems.unasked }])
}
