import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts.ts'
import { addEventStaff, TEAM_KINDS, type TeamKind } from '#contract/events-team.ts'
import { searchUsers, type FoundUser } from '#contract/people.ts'
import { typedPhone } from '#contract/phone.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { applyFailure, fieldError, useSchemaForm, valueField } from '#web/api/form.ts'
import { endpointQuery, useEndpointMutation } from '#web/api/query.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmailField } from '#web/ui/EmailField.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { teamWork } from './role-words.ts'
import { useEventChoices } from './use-event-choices.ts'
import { UserName } from './UserName.tsx'

/** Searches are counted (60 an hour): one per pause in the typing. */
const TYPING_MILLISECONDS = 500
const MIN_LETTERS = 3

const invitation = z.object({ name: personName, phone: typedPhone, mail })

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
  const [kind, setKind] = useState<TeamKind>(firstKind ?? 'SCANNER')
  const [chosenEventId, setChosenEventId] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [way, setWay] = useState('invite')
  const eventId = fixedEventId ?? chosenEventId
  const add = useEndpointMutation(addEventStaff, {
    onSuccess: (member) => {
      onClose()
      showToast(
        member.state === 'pending'
          ? `Le mandamos la invitación a ${member.name}`
          : `${member.name} ya está en el equipo`,
        'success',
      )
    },
    onError: (failure) => applyFailure(form, failure, { invalid_phone: 'phone' }),
  })
  const form = useSchemaForm(invitation, { defaultValues: { name: '', phone: '', mail: '' } })

  function join(who: z.infer<typeof invitation> | { userId: string }) {
    setIsTried(true)
    form.clearErrors('root')
    if (eventId) add.mutate({ params: { id: eventId }, body: { kind, ...who } })
  }

  return (
    <Dialog open onClose={onClose} title="Sumar al equipo">
      <div className="mb-5 flex flex-col gap-4">
        {fixedEventId === undefined && (
          <SelectField
            label="Evento"
            placeholder="Elegí el evento"
            options={events}
            value={chosenEventId}
            error={isTried && !chosenEventId ? 'Elegí el evento' : undefined}
            onChange={({ target }) => setChosenEventId(target.value)}
          />
        )}
        <SelectField
          label="Qué va a hacer"
          options={TEAM_KINDS.map((each) => ({ value: each, label: teamWork[each] }))}
          value={kind}
          onChange={({ target }) => setKind(target.value as TeamKind)} // one of TEAM_KINDS
        />
      </div>
      <Tabs
        label="Cómo sumar"
        value={way}
        onChange={(next) => {
          form.clearErrors('root')
          setWay(next)
        }}
        tabs={[
          {
            key: 'invite',
            label: 'Invitar',
            panel: (
              <form
                className="flex flex-col gap-4"
                onSubmit={(event) => {
                  setIsTried(true)
                  void form.handleSubmit(join)(event)
                }}
                noValidate
              >
                <TextField
                  label="Nombre y apellido"
                  autoComplete="off"
                  error={fieldError(form, 'name')}
                  {...form.register('name')}
                />
                <PhoneField label="WhatsApp" autoComplete="off" {...valueField(form, 'phone')} />
                <EmailField autoComplete="off" error={fieldError(form, 'mail')} {...form.register('mail')} />
                <p className="text-14 text-humo">
                  Si nadie confirmó ese teléfono ni ese email en una cuenta, le mandamos un enlace a los dos: entra al
                  equipo quien primero confirme uno.
                </p>
                <Button type="submit" busy={add.isPending} wide>
                  Invitar
                </Button>
              </form>
            ),
          },
          {
            key: 'search',
            label: 'Buscar entre tu gente',
            panel: <PeopleSearch busy={add.isPending} onChoose={({ id }) => join({ userId: id })} />,
          },
        ]}
      />
      <Problem message={form.formState.errors.root?.message} className="mt-3" />
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
              <UserName user={user} details={[user.phone ? showPhone(user.phone) : user.mail]} />
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
