import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { formatLongDay, formatMoment, fromLocal } from '#contract/dates.ts'
import { getDeletion, resolveDeletion, type DeletionRow } from '#contract/privacy.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, useEndpointMutation } from '#web/api/query.ts'
import { deletionStates } from '#web/features/privacy/deletion-words.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { GivenUpTickets } from '#web/features/privacy/GivenUpTickets.tsx'
import { counted } from '#web/lib/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

const rejection = z.required(z.pick(resolveDeletion.body, { reason: true }))
const done = {
  review: 'La solicitud quedó en revisión',
  approve: 'Aprobada: la cuenta se cerró y se están borrando sus datos',
  reject: 'Rechazada: le mandamos el motivo por mail',
} as const

interface DeletionDialogProps {
  id: string
  /** What the list says of it already. */
  known: DeletionRow | undefined
  /** Of who looks: nobody decides about themselves. */
  ownId: string
  onClose: () => void
}

/** One request: who asks, what stands in the way, what goes with the account; and the decision. */
export function DeletionDialog({ id, known, ownId, onClose }: DeletionDialogProps) {
  const detail = useQuery(endpointQuery(getDeletion, { params: { id } }, { fresh: true }))
  const rejectionId = useId()
  const [step, setStep] = useState<'look' | 'approve' | 'reject'>('look')
  function finish(action: keyof typeof done) {
    showToast(done[action], 'success')
    if (action !== 'review') onClose()
  }
  const resolving = useEndpointMutation(resolveDeletion, { onSuccess: (_, { body }) => finish(body.action) })
  const decide = (action: 'review' | 'approve') => resolving.mutate({ params: { id }, body: { action } })
  const rejecting = useSubmit(resolveDeletion, {
    schema: rejection,
    defaults: { reason: '' },
    draft: `rechazo:${id}`,
    toInput: ({ reason }) => ({ params: { id }, body: { action: 'reject', reason } }),
    onDone: () => finish('reject'),
  })
  const isBusy = resolving.isPending || rejecting.isBusy
  const row = detail.data ?? known
  const reading = (
    <>
      {detail.isPending && (
        <div role="status" aria-label="Cargando la solicitud">
          <Skeleton className="h-24" />
        </div>
      )}
      {detail.isError && !detail.data && (
        <ErrorState
          message={failureMessage(detail.error)}
          onRetry={() => void detail.refetch()}
          retrying={detail.isFetching}
        />
      )}
    </>
  )
  if (!row) {
    return (
      <Dialog open onClose={onClose} title="Solicitud de eliminación">
        {reading}
      </Dialog>
    )
  }
  const isOwn = row.person.id === ownId
  const isOpen = (row.state === 'pending' || row.state === 'in_review') && !row.isProcessing
  const isBlocked = (detail.data?.blockers.length ?? 1) > 0
  const lost = detail.data?.tickets.length ?? 0
  const back = (
    <Button tone="secondary" disabled={isBusy} onClick={() => setStep('look')}>
      Volver
    </Button>
  )
  const actions =
    step === 'approve' ? (
      <>
        {back}
        <Button tone="danger" busy={resolving.isPending} onClick={() => decide('approve')}>
          Sí, eliminar la cuenta
        </Button>
      </>
    ) : step === 'reject' ? (
      <>
        {back}
        <Button type="submit" form={rejectionId} tone="danger" busy={rejecting.isBusy}>
          Rechazar y avisarle
        </Button>
      </>
    ) : isOpen && !isOwn ? (
      <>
        {row.state === 'pending' && (
          <Button tone="quiet" busy={resolving.isPending} onClick={() => decide('review')}>
            Tomar
          </Button>
        )}
        <Button tone="secondary" disabled={resolving.isPending} onClick={() => setStep('reject')}>
          Rechazar
        </Button>
        <Button disabled={resolving.isPending || !detail.data || isBlocked} onClick={() => setStep('approve')}>
          Aprobar
        </Button>
      </>
    ) : (
      <Button tone="secondary" onClick={onClose}>
        Cerrar
      </Button>
    )

  return (
    <Dialog open onClose={onClose} title={`Solicitud de ${row.person.name}`} actions={actions}>
      {step === 'look' && (
        <div className="flex flex-col gap-4">
          <RequestFacts row={row} />
          {isOwn && <p className="text-sol">Es tu propia solicitud: la tiene que resolver otra persona.</p>}
          {reading}
          {isOpen && detail.data && detail.data.blockers.length > 0 && (
            <div>
              <p className="font-semibold text-rojo">Todavía no se puede aprobar</p>
              <ul className="list-disc pl-5">
                {detail.data.blockers.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </div>
          )}
          {isOpen && detail.data && detail.data.tickets.length > 0 && (
            <div className="flex flex-col gap-2">
              <p className="font-semibold">Entradas vigentes que pierde: {detail.data.tickets.length}</p>
              <GivenUpTickets tickets={detail.data.tickets} />
            </div>
          )}
        </div>
      )}
      {step === 'approve' && (
        <p>
          La cuenta de <b>{row.person.name}</b> se cierra ahora: terminan sus sesiones
          {lost > 0 && `, pierde ${counted(lost, 'entrada vigente', 'entradas vigentes')}`} y se borran sus datos. No se
          puede deshacer.
        </p>
      )}
      {step === 'reject' && (
        <Form form={rejecting} id={rejectionId} quiet>
          <TextArea
            label="Motivo"
            hint="La persona lo lee tal cual, por mail y en su cuenta."
            rows={4}
            maxLength={500}
            {...rejecting.field('reason')}
          />
        </Form>
      )}
      <Problem message={resolving.error && failureMessage(resolving.error)} className="mt-3" />
    </Dialog>
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
