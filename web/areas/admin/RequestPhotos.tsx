import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PHOTO_SIDES, type PhotoSide } from '#contract/companies/onboarding.ts'
import { getOrganizerRequestDni, getOrganizerRequestPhoto } from '#contract/companies/onboarding-requests.ts'
import { endpointQuery } from '#web/api/query.ts'
import { showDni } from '#web/features/organizer-requests/request-words.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { useObjectUrl } from '#web/lib/object-url.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'

const LABELS: Readonly<Record<PhotoSide, string>> = { front: 'Frente', back: 'Dorso' }

/** The number of the ID and both its sides, once they are asked for: each view is recorded. */
export function RequestPhotos({ requestId, hasPhotos }: { requestId: string; hasPhotos: boolean }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Section title="Documentos">
      {!hasPhotos && <p className="mb-3 text-humo">Las fotos ya se borraron.</p>}
      {isAsked ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a dialog that has nothing else to focus
        <div role="group" aria-label="DNI" tabIndex={0}>
          <Dni requestId={requestId} />
          {hasPhotos && (
            <div className="grid gap-4 sm:grid-cols-2">
              {PHOTO_SIDES.map((side) => (
                <Photo key={side} requestId={requestId} side={side} />
              ))}
            </div>
          )}
        </div>
      ) : (
        <>
          <p className="mb-3 text-14 text-humo">Te pedimos la contraseña, y queda registrado que lo miraste.</p>
          <Button tone="secondary" onClick={() => setIsAsked(true)}>
            {hasPhotos ? 'Ver DNI y fotos' : 'Ver el DNI'}
          </Button>
        </>
      )}
    </Section>
  )
}

function Dni({ requestId }: { requestId: string }) {
  const dni = useQuery({ ...endpointQuery(getOrganizerRequestDni, { params: { id: requestId } }), ...SEEN_ONCE })
  return (
    <Loaded read={dni} label="Cargando el DNI" skeleton="h-6">
      {({ dniNumber }) => <p className="mb-3 font-semibold">DNI {showDni(dniNumber)}</p>}
    </Loaded>
  )
}

/** A second reading is a second view, and nothing of it stays. */
const SEEN_ONCE = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false, retry: false } as const

function Photo({ requestId, side }: { requestId: string; side: PhotoSide }) {
  const photo = useQuery({
    ...endpointQuery(getOrganizerRequestPhoto, { params: { id: requestId, side } }),
    ...SEEN_ONCE,
  })
  return (
    <figure>
      <figcaption className="mb-2 text-14 font-semibold">{LABELS[side]}</figcaption>
      <Loaded read={photo} label={`Cargando el ${LABELS[side].toLowerCase()}`} skeleton="aspect-[1.6]">
        {(bytes) => <Picture bytes={bytes} alt={`${LABELS[side]} del DNI`} />}
      </Loaded>
    </figure>
  )
}

function Picture({ bytes, alt }: { bytes: Blob; alt: string }) {
  const url = useObjectUrl(bytes)
  return url && <img src={url} alt={alt} className="w-full rounded-card border border-linea" />
}
