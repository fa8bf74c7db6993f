/** A list as a file for a spreadsheet: every row that its filters leave, seen as its caller sees the list. */
import { grouped } from '#contract/values/numbers.ts'
import type { EndpointSpec } from './endpoint.ts'

/** Rows of one file; beyond it the file says that there are more. */
export const MAX_EXPORTED_ROWS = 50_000
/** Last line of a file that was cut at the limit. */
export const MORE_ROWS = `Hay más de ${grouped(MAX_EXPORTED_ROWS)} filas: usá filtros para ver el resto`
/** Files of one person. */
export const EXPORTS_PER_HOUR = 10

/** The file of `List`. */
export type FileOf<List extends EndpointSpec> = EndpointSpec & {
  readonly method: 'GET'
  readonly response: 'bytes'
} & Pick<List, Extract<keyof List, 'access' | 'params' | 'query'>>
type ListSpec = EndpointSpec & { readonly method: 'GET' }

/**
 * The file of a list: its address with `.csv`, for those who may see the list, with its filters; `page` and `limit` say nothing
 * here. Never in a support session: an export takes away at once what may only be looked at.
 */
export function csvOf<const List extends ListSpec>(list: List, summary: string): FileOf<List> {
  return fileOf(list, 'csv', summary)
}

/** The same as a spreadsheet, with `.xlsx`: numbers that add up, and texts that stay texts. */
export function xlsxOf<const List extends ListSpec>(list: List, summary: string): FileOf<List> {
  return fileOf(list, 'xlsx', summary)
}

function fileOf<List extends ListSpec>(list: List, ending: 'csv' | 'xlsx', summary: string): FileOf<List> {
  const file: EndpointSpec = {
    method: 'GET',
    path: `${list.path}.${ending}`,
    summary,
    access: list.access,
    whileImpersonating: 'blocked',
    audit: 'list.export',
    ...(list.params && { params: list.params }),
    ...(list.query && { query: list.query }),
    response: 'bytes',
    failures: [...list.failures, 'too_many_requests'],
  }
  return file as FileOf<List> // its access, params and query are the list's own
}
