import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { call, type CallArguments } from '#web/api/call.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** A list's file: the endpoint that gives it, and its name. */
export interface ListFile {
  readonly endpoint: EndpointSpec & { readonly response: 'bytes' }
  readonly name: string
  /** The same rows as a spreadsheet, next to the file. */
  readonly sheet?: ListFile['endpoint']
  /** Of the file, where it is not CSV. */
  readonly format?: 'xlsx' | 'pdf'
}

/** Every row that the filters leave, of all pages, as a file. */
export function ExportButton({ file, input }: { file: ListFile; input: object }) {
  const { format = 'csv' } = file
  const saving = useMutation({
    mutationFn: () => call(file.endpoint, ...([input] as unknown as CallArguments<ListFile['endpoint']>)), // the list's own input
    onSuccess: (bytes) => saveFile(bytes, `${file.name}.${format}`),
    onError: (error) => showToast(failureMessage(error, 'No se pudo armar el archivo'), 'error'),
  })
  return (
    <Button tone="quiet" size="s" icon={<Download size={16} />} busy={saving.isPending} onClick={() => saving.mutate()}>
      Exportar {format.toUpperCase()}
    </Button>
  )
}

/** A list's file, and its spreadsheet where it has one. */
export function FileButtons({ file, input }: { file: ListFile; input: object }) {
  const { sheet, name } = file
  return (
    <>
      <ExportButton file={file} input={input} />
      {sheet && <ExportButton file={{ endpoint: sheet, name, format: 'xlsx' }} input={input} />}
    </>
  )
}
