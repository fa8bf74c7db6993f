import { Download } from 'lucide-react'
import { formatMoment } from '#contract/values/dates.ts'
import { EXPORT_DAYS, linkExport, listExports, requestExport, type DataExport } from '#contract/accounts/privacy.ts'
import { useLive } from '#web/api/live.ts'
import { useSession } from '#web/api/session.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { useAct } from '#web/features/acts/use-act.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { JobProgress } from '#web/ui/data/JobProgress.tsx'

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
      pollInterval: () => ASK_AGAIN_MILLISECONDS,
    },
  )
  const requesting = useAct(requestExport, { input: {}, pendingUntilRefetched: true, isProblemShown: true })
  const [last] = exports.data?.exports ?? []
  return (
    <Section look="eyebrow" title="Descargar mis datos">
      <Card className="flex flex-col gap-4 p-5">
        <p className="text-humo">
          Un archivo ZIP con todo lo que guardamos sobre vos: perfil, sesiones, compras, entradas (también en PDF),
          transferencias, mensajes y solicitudes.
        </p>
        <Loaded read={exports} label="Cargando tus descargas" skeleton="h-11 w-56">
          {() => (
            <>
              {last && <LastExport last={last} />}
              {!(last && isAtWork(last)) && (
                <Button
                  tone={last?.state === 'ready' ? 'secondary' : 'primary'}
                  className="self-start"
                  busy={requesting.isPending()}
                  onClick={() => void requesting.run()}
                >
                  {last?.state === 'ready' ? 'Preparar otra copia' : 'Preparar mi copia'}
                </Button>
              )}
            </>
          )}
        </Loaded>
        <Problem message={requesting.problem} />
      </Card>
    </Section>
  )
}

function LastExport({ last }: { last: DataExport }) {
  const linking = useAct(linkExport, {
    input: { params: { id: last.id } },
    // The address answers a file to save: the page stays where it is.
    onDone: ({ url }) => globalThis.location.assign(url),
    isProblemShown: true,
  })
  if (isAtWork(last)) {
    return (
      <JobProgress
        label="Avance de tu copia"
        text={`Preparando tu copia: ${last.progress}%. Podés cerrar esta pantalla; te avisamos por mail.`}
        value={last.progress}
        max={100}
      />
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
      <Button icon={<Download className="size-5" />} busy={linking.isPending()} onClick={() => void linking.run()}>
        Descargar mi copia ({size(last.sizeBytes ?? 0)})
      </Button>
      <p className="text-14 text-humo">
        Preparada el {formatMoment(last.requestedAt)}
        {last.expiresAt && `; la guardamos hasta el ${formatMoment(last.expiresAt)}`}.
      </p>
      <Problem message={linking.problem} />
    </div>
  )
}

function size(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  if (kilobytes < 1024) return `${kilobytes} KB`
  return `${(kilobytes / 1024).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`
}
