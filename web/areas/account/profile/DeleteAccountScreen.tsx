import { useQuery } from '@tanstack/react-query'
import { formatDay, formatLongDay, fromLocal } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { cancelDeletion, getMyDeletions, listExports, type DeletionRequest } from '#contract/accounts/privacy.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { deletionStates } from '#web/features/privacy/deletion-words.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { DataDownload } from './DataDownload.tsx'
import { DeletionForm } from './DeletionForm.tsx'

/** Tickets and money move: asked afresh each time. */
const deletions = endpointQuery(getMyDeletions, {}, { fresh: true })

export const loader = () => {
  void queryClient.prefetchQuery(deletions)
  void queryClient.prefetchQuery(endpointQuery(listExports, {}, { fresh: true }))
  return null
}

const day = (localDate: string) => formatLongDay(fromLocal(localDate, '12:00'))

/** `/perfil/eliminar-cuenta`: a copy of one's data, and the end of the account. */
function DeleteAccountScreen() {
  const session = useSession()
  const asked = useQuery({ ...deletions, enabled: session !== null })
  if (!session) return null
  const open = asked.data?.requests.find(({ state }) => state === 'pending' || state === 'in_review')
  const past = asked.data?.requests.filter((request) => request !== open) ?? []
  return (
    <>
      <BackLink to={paths.profile()}>Mi Perfil</BackLink>
      <PageHeader title="Tu cuenta y tus datos" />
      <div className="flex flex-col gap-10">
        <DataDownload />
        <Section look="eyebrow" title="Eliminar mi cuenta">
          <Loaded read={asked} label="Cargando tus solicitudes" rows={2}>
            {({ blockers, tickets }) =>
              open ? <OpenRequest request={open} /> : <DeletionForm blockers={blockers} tickets={tickets} />
            }
          </Loaded>
        </Section>
        {past.length > 0 && <PastRequests requests={past} />}
      </div>
    </>
  )
}

function OpenRequest({ request }: { request: DeletionRequest }) {
  const cancelling = useAct(cancelDeletion, {
    title: '¿Cancelar la solicitud?',
    description: 'Tu cuenta y tus entradas quedan como están. Podés volver a pedirlo cuando quieras.',
    confirm: 'Sí, quiero conservar mi cuenta',
    input: { params: { id: request.id } },
    done: 'Solicitud cancelada: tu cuenta sigue como estaba',
  })
  const { one, tone } = deletionStates[request.state]
  return (
    <Card className="flex flex-col gap-4 p-5">
      <p>
        <Badge tone={tone}>{one}</Badge>
      </p>
      <p>
        Pediste eliminar tu cuenta el {formatDay(request.requestedAt)}. La respuesta llega por mail, a más tardar el{' '}
        <b>{day(request.dueOn)}</b>.
      </p>
      {request.state === 'pending' ? (
        <>
          <p className="text-humo">
            Hasta que alguien de nuestro equipo la tome, podés cancelarla. Las entradas que compres o recibas mientras
            tanto también se pierden.
          </p>
          <Button tone="secondary" className="self-start" onClick={() => cancelling.ask()}>
            Cancelar la solicitud
          </Button>
        </>
      ) : (
        <p className="text-humo">Ya la estamos revisando: no se puede cancelar desde acá.</p>
      )}
      {cancelling.dialog}
    </Card>
  )
}

function PastRequests({ requests }: { requests: readonly DeletionRequest[] }) {
  return (
    <Section look="eyebrow" title="Solicitudes anteriores">
      <Card asChild>
        <ul className="divide-y divide-linea">
          {requests.map((request) => (
            <li key={request.id} className="px-5 py-4">
              <p className="flex flex-wrap items-center gap-3">
                <Badge tone={deletionStates[request.state].tone}>{deletionStates[request.state].one}</Badge>
                <span className="text-14 text-humo">Pedida el {formatDay(request.requestedAt)}</span>
              </p>
              {request.rejectionReason && <p className="mt-2 break-words">{request.rejectionReason}</p>}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

export { DeleteAccountScreen as Component }
