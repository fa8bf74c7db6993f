import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { endSession, listSessions } from '#contract/accounts/accounts-credentials.ts'
import { formatMoment, toLocalTime } from '#contract/values/dates.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { endpointQuery, invalidate } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { counted } from '#web/lib/numbers.ts'
import { useLeave } from '#web/shell/layout/PersonMenus.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { alert } from '#web/shell/notices/alert.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

type OpenSession = Answer<typeof listSessions>['sessions'][number]

/** Where the person is signed in, and the way out of each. */
export function SessionsSection() {
  const asked = useQuery(endpointQuery(listSessions, {}, { fresh: true }))
  const others = asked.data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Section look="eyebrow" title="Sesiones abiertas" action={others.length > 0 && <EndOthers others={others} />}>
      <Loaded read={asked} label="Cargando tus sesiones" skeleton="h-24">
        {({ sessions }) =>
          sessions.length === 0 ? (
            <EmptyState title="No hay sesiones abiertas">Acá aparece cada dispositivo en el que ingresás.</EmptyState>
          ) : (
            <Card asChild>
              <ul className="divide-y divide-linea">
                {sessions.map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </Section>
  )
}

const PHONES = /Android|iPhone|iPad/

function SessionRow({ session: { id, device, address, startedAt, expiresAt, isCurrent } }: { session: OpenSession }) {
  const leave = useLeave()
  const ending = useAct(endSession, {
    input: { params: { id } },
    done: 'Sesión cerrada',
    // One that is not found was closed elsewhere: the list shows it.
    onFail: ({ code }) => code === 'not_found',
    pendingUntilRefetched: true,
  })
  const Icon = PHONES.test(device) ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-4">
      <div className="flex min-w-0 items-start gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-humo" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {device}
            {isCurrent && <Badge tone="celeste">Esta sesión</Badge>}
          </p>
          <p className="text-14 text-humo">
            Ingresó el {formatMoment(startedAt)}
            {address && ` desde la red ${address}`}. Se cierra sola a las {toLocalTime(expiresAt)}.
          </p>
        </div>
      </div>
      <Button
        tone="secondary"
        size="s"
        busy={ending.isPending()}
        aria-label={`Cerrar sesión: ${device}, ${formatMoment(startedAt)}`}
        onClick={() => (isCurrent ? leave() : void ending.run())}
      >
        Cerrar sesión
      </Button>
    </li>
  )
}

function EndOthers({ others }: { others: readonly OpenSession[] }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const count = counted(others.length, 'sesión', 'sesiones')

  async function endAll() {
    setBusy(true)
    const outcomes = await Promise.allSettled(others.map(({ id }) => call(endSession, { params: { id } })))
    // One that had ended by itself is what was wanted.
    const failed = outcomes.filter((each) => each.status === 'rejected' && !isApiFailure(each.reason, 'not_found'))
    await invalidate(listSessions)
    setBusy(false)
    setAsking(false)
    if (failed.length === 0) showToast('Solo queda abierta esta sesión', 'success')
    else alert.warning('Quedaron sesiones abiertas', 'No pudimos cerrar todas. Probá de nuevo.')
  }

  return (
    <>
      <Button tone="quiet" size="s" onClick={() => setAsking(true)}>
        Cerrar las demás
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Cerrar las demás sesiones"
        confirmLabel={`Cerrar ${count}`}
        tone="danger"
        busy={isBusy}
        onConfirm={() => void endAll()}
        onClose={() => setAsking(false)}
      >
        <p className="text-humo">
          Se {others.length === 1 ? 'cierra' : 'cierran'} {count} en otros dispositivos. Esta queda abierta.
        </p>
      </ConfirmDialog>
    </>
  )
}
