// Phones of a run live in one process; none of them may hear what another one stores.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
