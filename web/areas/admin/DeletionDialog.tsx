import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatLongDay, formatMoment, fromLocal } from '#contract/values/dates.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { getDeletion, resolveDeletion, type DeletionRow } from '#contract/accounts/privacy.ts'
import { endpointQuery } from '#web/api/query.ts'
import { deletionStates } from '#web/features/privacy/deletion-words.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { GivenUpTickets } from '#web/features/privacy/GivenUpTickets.tsx'
import { useAct } from '#web/features/acts/use-act.tsx'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { counted } from '#web/lib/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog, DialogFrame } from '#web/ui/overlays/Dialog.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'

const rejection = z.required(z.pick(resolveDeletion.body, { reason: true }))
type DeletionDetail = Answer<typeof getDeletion>

const done = {
  review: 'La solicitud quedó en revisión',
  approve: 'Aprobada: la cuenta se cerró y se están borrando sus datos',
  reject: 'Rechazada: le mandamos el motivo por mail',
} as const

interface DeletionDialogProps {
  id: string
  /** What the list says of it already. */
  known: DeletionRow | undefined
  /** Of the person who looks, who may not decide about their own account. */
  ownId: string
  onClose: () => void
}

/** One request: who asks, what blocks it, what goes with the account; and the decision. */
export function DeletionDialog({ id, known, ownId, onClose }: DeletionDialogProps) {
  const detail = useQuery(endpointQuery(getDeletion, { params: { id } }, { fresh: true }))
  const [step, setStep] = useState<'look' | 'approve' | 'reject'>('look')
  const resolving = useAct(resolveDeletion, {
    input: (action: 'review' | 'approve') => ({ params: { id }, body: { action } }),
    done: (action) => done[action],
    onDone: (_, action) => action === 'approve' && onClose(),
    isProblemShown: true,
  })
  const isBusy = resolving.isPending('review') || resolving.isPending('approve')
  const row = detail.data ?? known
  if (!row) {
    return (
      <DialogOfRead read={detail} title="Solicitud de eliminación" label="Cargando la solicitud" onClose={onClose}>
        {() => null}
      </DialogOfRead>
    )
  }
  const title = `Solicitud de ${row.person.name}`
  const goBack = () => setStep('look')
  const isOwn = row.person.id === ownId
  const isOpen = (row.state === 'pending' || row.state === 'in_review') && !row.isProcessing
  const isBlocked = (detail.data?.blockers.length ?? 1) > 0
  const lost = detail.data?.tickets.length ?? 0
  const actions =
    step === 'approve' ? (
      <>
        <Button tone="secondary" disabled={isBusy} onClick={goBack}>
          Volver
        </Button>
        <Button tone="danger" busy={isBusy} onClick={() => void resolving.run('approve')}>
          Sí, eliminar la cuenta
        </Button>
      </>
    ) : isOpen && !isOwn ? (
      <>
        {row.state === 'pending' && (
          <Button tone="quiet" busy={isBusy} onClick={() => void resolving.run('review')}>
            Tomar
          </Button>
        )}
        <Button tone="secondary" disabled={isBusy} onClick={() => setStep('reject')}>
          Rechazar
        </Button>
        <Button disabled={isBusy || !detail.data || isBlocked} onClick={() => setStep('approve')}>
          Aprobar
        </Button>
      </>
    ) : (
      <Button tone="secondary" onClick={onClose}>
        Cerrar
      </Button>
    )

  return (
    <DialogFrame>
      {step === 'reject' ? (
        <RejectionDialog id={id} title={title} onBack={goBack} onClose={onClose} />
      ) : (
        <Dialog open onClose={onClose} title={title} actions={actions}>
          {step === 'look' && (
            <div className="flex flex-col gap-4">
              <RequestFacts row={row} />
              {isOwn && <p className="text-sol">Es tu propia solicitud: la tiene que resolver otra persona.</p>}
              <Loaded read={detail} label="Cargando la solicitud" skeleton="h-24">
                {({ blockers, tickets }) => isOpen && <Outlook blockers={blockers} tickets={tickets} />}
              </Loaded>
            </div>
          )}
          {step === 'approve' && (
            <p>
              La cuenta de <b>{row.person.name}</b> se cierra ahora: terminan sus sesiones
              {lost > 0 && `, pierde ${counted(lost, 'entrada vigente', 'entradas vigentes')}`} y se borran sus datos.
              No se puede deshacer.
            </p>
          )}
          <Problem message={resolving.problem} className="mt-3" />
        </Dialog>
      )}
    </DialogFrame>
  )
}

interface RejectionDialogProps {
  id: string
  title: string
  onBack: () => void
  onClose: () => void
}

function RejectionDialog({ id, title, onBack, onClose }: RejectionDialogProps) {
  const form = useSubmit(resolveDeletion, {
    schema: rejection,
    defaults: { reason: '' },
    draft: `rechazo:${id}`,
    toInput: ({ reason }) => ({ params: { id }, body: { action: 'reject', reason } }),
    done: done.reject,
  })
  return (
    <FormDialog
      form={form}
      title={title}
      submit="Rechazar y avisarle"
      button={{ tone: 'danger' }}
      onBack={onBack}
      quiet
      onClose={onClose}
    >
      <TextArea
        label="Motivo"
        hint="La persona lo lee tal cual, por mail y en su cuenta."
        rows={4}
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

/** What keeps a request from being approved, and the tickets that go with the account. */
function Outlook({ blockers, tickets }: Pick<DeletionDetail, 'blockers' | 'tickets'>) {
  return (
    <>
      {blockers.length > 0 && (
        <div>
          <p className="font-semibold text-rojo">Todavía no se puede aprobar</p>
          <ul className="list-disc pl-5">
            {blockers.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {tickets.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">Entradas vigentes que pierde: {tickets.length}</p>
          <GivenUpTickets tickets={tickets} />
        </div>
      )}
    </>
  )
}

function RequestFacts({ row }: { row: DeletionRow }) {
  const { one, tone } = deletionStates[row.state]
  return (
    <Facts>
      <Fact label="Estado">
        <Badge tone={tone}>{row.isProcessing ? 'Eliminando' : one}</Badge>
      </Fact>
      <Fact label="Pedida">{formatMoment(row.requestedAt)}</Fact>
      <Fact label="Vence">
        <span className={row.isOverdue ? 'font-bold text-rojo' : ''}>
          {formatLongDay(fromLocal(row.dueOn, '12:00'))}
          {row.isOverdue && ' · Vencida'}
        </span>
      </Fact>
      <Fact label="Email">{row.person.mail ?? '—'}</Fact>
      <Fact label="Teléfono">{row.person.phone ? showPhone(row.person.phone) : '—'}</Fact>
      {row.reason && <Fact label="Por qué se va">{row.reason}</Fact>}
      {row.resolvedBy && <Fact label="Resolvió">{row.resolvedBy}</Fact>}
      {row.rejectionReason && <Fact label="Motivo">{row.rejectionReason}</Fact>}
      {row.endedAt && <Fact label="Terminó">{formatMoment(row.endedAt)}</Fact>}
    </Facts>
  )
}
