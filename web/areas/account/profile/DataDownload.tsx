import { Download } from 'lucide-react'
import { formatMoment } from '#contract/dates.ts'
import { EXPORT_DAYS, linkExport, listExports, requestExport, type DataExport } from '#contract/privacy.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useLive } from '#web/api/live.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { ProfileSection } from './ProfileSection.tsx'

const ASK_AGAIN_MILLISECONDS = 1500

const isAtWork = ({ state }: DataExport) => state === 'queued' || state === 'running'

/** A copy of everything that is held about the person: asked for, made while they look on, downloaded. */
export function DataDownload() {
  const session = useSession()
  const exports = useLive(
    listExports,
    {},
    {
      enabled: session !== null,
      while: (answer) => answer.exports.some(isAtWork),
      unheard: () => ASK_AGAIN_MILLISECONDS,
    },
  )
  const requesting = useEndpointMutation(requestExport, { pendingUntilRefetched: true })
  const [last] = exports.data?.exports ?? []
  return (
    <ProfileSection title="Descargar mis datos">
      <Card className="flex flex-col gap-4 p-5">
        <p className="text-humo">
          Un archivo ZIP con todo lo que guardamos sobre vos: perfil, sesiones, compras, entradas (también en PDF),
          transferencias, mensajes y solicitudes.
        </p>
        {exports.isPending && (
          <div role="status" aria-label="Cargando tus descargas">
            <Skeleton className="h-11 w-56" />
          </div>
        )}
        {exports.isError && !exports.data && (
          <ErrorState
            message={failureMessage(exports.error)}
            onRetry={() => void exports.refetch()}
            retrying={exports.isFetching}
          />
        )}
        {last && <LastExport last={last} />}
        {exports.data && !(last && isAtWork(last)) && (
          <Button
            tone={last?.state === 'ready' ? 'secondary' : 'primary'}
            className="self-start"
            busy={requesting.isPending}
            onClick={() => requesting.mutate({})}
          >
            {last?.state === 'ready' ? 'Preparar otra copia' : 'Preparar mi copia'}
          </Button>
        )}
        <Problem message={requesting.error && failureMessage(requesting.error)} />
      </Card>
    </ProfileSection>
  )
}

function LastExport({ last }: { last: DataExport }) {
  const linking = useEndpointMutation(linkExport, {
    // The address answers a file to save: the page stays where it is.
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
  if (isAtWork(last)) {
    return (
      <div>
        <p role="status" className="mb-2 text-14">
          Preparando tu copia: {last.progress}%. Podés cerrar esta pantalla; te avisamos por mail.
        </p>
        <ProgressBar label="Avance de tu copia" value={last.progress} max={100} />
      </div>
    )
  }
  if (last.state === 'failed') {
    return <Problem message="La última copia no se pudo preparar. Probá de nuevo." />
  }
  if (last.state !== 'ready') {
    return <p className="text-14 text-humo">La última copia se borró: las guardamos {EXPORT_DAYS} días.</p>
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon={<Download aria-hidden="true" className="size-5" />}
        busy={linking.isPending}
        onClick={() => linking.mutate({ params: { id: last.id } })}
      >
        Descargar mi copia ({size(last.sizeBytes ?? 0)})
      </Button>
      <p className="text-14 text-humo">
        Preparada el {formatMoment(last.requestedAt)}
        {last.expiresAt && `; la guardamos hasta el ${formatMoment(last.expiresAt)}`}.
      </p>
      <Problem message={linking.error && failureMessage(linking.error)} />
    </div>
  )
}

function size(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  if (kilobytes < 1024) return `${kilobytes} KB`
  return `${(kilobytes / 1024).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`
}
