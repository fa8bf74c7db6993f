import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts.ts'
import type { Answer } from '#contract/endpoint.ts'
import { addEventStaff, TEAM_KINDS, type TeamKind } from '#contract/events-team.ts'
import { searchUsers, type FoundUser } from '#contract/people.ts'
import { typedPhone } from '#contract/phone.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, useEndpointMutation } from '#web/api/query.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { PersonCell } from '#web/features/lists/cells.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Tabs } from '#web/ui/data/Tabs.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { teamSections, teamWork } from './role-words.ts'
import { useEventChoices } from '../events/use-event-choices.ts'

/** Searches are counted (60 an hour): one per pause in the typing. */
const TYPING_MILLISECONDS = 500
const MIN_LETTERS = 3

const invitation = z.object({
  eventId: z.string().check(z.minLength(1, 'Elegí el evento')),
  kind: z.enum(TEAM_KINDS),
  name: personName,
  phone: typedPhone,
  mail,
})

const work = TEAM_KINDS.map((value) => ({
  value,
  label: teamWork[value],
  hint: teamSections.find(({ kind }) => kind === value)?.text,
}))

interface AddMemberDialogProps {
  /** The event, when it is known where the person joins. */
  eventId?: string
  /** What the person will do, to begin with. */
  kind?: TeamKind
  onClose: () => void
}

/** Somebody joins the team of an event: invited by phone and mail, or found among the people of own events. */
export function AddMemberDialog({ eventId: fixedEventId, kind: firstKind, onClose }: AddMemberDialogProps) {
  const events = useEventChoices('open')
  const [way, setWay] = useState('invite')
  function finish(member: Answer<typeof addEventStaff>) {
    form.discard()
    onClose()
    showToast(
      member.state === 'pending' ? `Le mandamos la invitación a ${member.name}` : `${member.name} ya está en el equipo`,
      'success',
    )
  }
  const form = useSubmit(addEventStaff, {
    schema: invitation,
    defaults: { eventId: fixedEventId ?? '', kind: firstKind ?? 'SCANNER', name: '', phone: '', mail: '' },
    draft: `sumar:${fixedEventId ?? ''}`,
    toInput: ({ eventId, ...body }) => ({ params: { id: eventId }, body }),
    failures: { invalid_phone: 'phone' },
    onDone: finish,
  })
  const adding = useEndpointMutation(addEventStaff, { onSuccess: finish, onError: form.showFailure })

  /** Somebody who is found needs no more than what they will do, and where. */
  async function add(user: FoundUser) {
    form.fields.clearErrors('root')
    if (!(await form.fields.trigger(['eventId', 'kind']))) return
    const { eventId, kind } = form.fields.getValues()
    adding.mutate({ params: { id: eventId }, body: { kind, userId: user.id } })
  }

  return (
    <Dialog open onClose={onClose} title="Sumar al equipo">
      <div className="mb-5 flex flex-col gap-4">
        {fixedEventId === undefined && (
          <ChoiceField label="Evento" placeholder="Elegí el evento" options={events} {...form.value('eventId')} />
        )}
        <RadioGroup label="Qué va a hacer" options={work} {...form.value('kind')} />
      </div>
      <Tabs
        label="Cómo sumar"
        value={way}
        onChange={(next) => {
          form.fields.clearErrors('root')
          setWay(next)
        }}
        tabs={[
          {
            key: 'invite',
            label: 'Invitar',
            panel: (
              <Form form={form} submit="Invitar" button={{ wide: true }} className="gap-4" isProblemElsewhere>
                <TextField label="Nombre y apellido" autoComplete="off" {...form.field('name')} />
                <PhoneField label="WhatsApp" autoComplete="off" {...form.value('phone')} />
                <EmailField autoComplete="off" {...form.field('mail')} />
                <p className="text-14 text-humo">
                  Si nadie confirmó ese teléfono ni ese email en una cuenta, le mandamos un enlace a los dos: entra al
                  equipo quien primero confirme uno.
                </p>
              </Form>
            ),
          },
          {
            key: 'search',
            label: 'Buscar entre tu gente',
            panel: <PeopleSearch busy={adding.isPending} onChoose={(user) => void add(user)} />,
          },
        ]}
      />
      <Problem message={form.problem} className="mt-3" />
    </Dialog>
  )
}

function PeopleSearch({ busy, onChoose }: { busy: boolean; onChoose: (user: FoundUser) => void }) {
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), TYPING_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(
    endpointQuery(searchUsers, { query: { query: text } }, { enabled: text.length >= MIN_LETTERS }),
  )
  return (
    // As tall as the other panel, so that the sheet does not jump under the thumb.
    <div className="flex min-h-96 flex-col gap-3">
      <TextField
        label="Persona"
        type="search"
        maxLength={100}
        placeholder="Nombre, email o teléfono"
        before={<Search className="size-5" />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {text.length < MIN_LETTERS && (
        <p className="text-14 text-humo">Escribí al menos 3 letras. Buscamos entre tu equipo y tus compradores.</p>
      )}
      {found.isFetching && !found.data && (
        <div role="status" aria-label="Buscando">
          <Skeleton className="h-14" />
        </div>
      )}
      <Problem message={found.error && failureMessage(found.error, 'Error al buscar usuario')} />
      {found.data?.users.length === 0 && (
        <p role="status" className="text-14 text-humo">
          No encontramos a nadie así. Podés invitar a esa persona con su teléfono.
        </p>
      )}
      {found.data && found.data.users.length > 0 && (
        <ul aria-label="Personas encontradas" className="divide-y divide-linea rounded-card border border-linea">
          {found.data.users.map((user) => (
            <li key={user.id} className="flex items-center justify-between gap-3 py-2 pr-2 pl-3">
              <PersonCell person={user} details={[user.phone ? showPhone(user.phone) : user.mail]} />
              <Button
                size="s"
                tone="secondary"
                busy={busy}
                aria-label={`Sumar a ${user.name}`}
                onClick={() => onChoose(user)}
              >
                Sumar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
