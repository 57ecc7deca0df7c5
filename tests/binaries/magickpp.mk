# Magick++ and the programs that test it, from GraphicsMagick's source package.
#
#   make -f magickpp.mk GM_SOURCE=... FOLDER=... FLAGS='compile' LIBS='link' library|programs
folder_of_sources = $(GM_SOURCE)/Magick++
library_sources = $(wildcard $(folder_of_sources)/lib/*.cpp)
program_sources = $(wildcard $(folder_of_sources)/tests/*.cpp $(folder_of_sources)/demo/*.cpp)
name_of = $(basename $(notdir $1))
objects = $(patsubst %,$(FOLDER)/%.o,$(call name_of,$(library_sources)))
library = $(FOLDER)/libGraphicsMagick++-Q16.so.12
compile = $(CXX) -O0 -w $(FLAGS)

library: $(library)
programs: $(addprefix $(FOLDER)/,$(call name_of,$(program_sources)))

# -z defs: a symbol that no library has is an error.
$(library): $(objects)
	$(CXX) -shared -Wl,-z,defs,-z,now,-soname,$(notdir $@) -o $@ $^ $(LIBS)
$(objects): $(FOLDER)/%.o: $(folder_of_sources)/lib/%.cpp
	@mkdir -p $(FOLDER)
	$(compile) -fPIC -I$(folder_of_sources)/lib -c -o $@ $<

# What every program includes is compiled once.
header = $(FOLDER)/precompiled.hpp
$(header).gch:
	@mkdir -p $(FOLDER)
	echo '#include <Magick++.h>' > $(header)
	$(compile) -x c++-header -o $@ $(header)
define program
$(FOLDER)/$(call name_of,$1): $1 $(header).gch
	$$(compile) -include $(header) -o $$@ $$< $$(LIBS)
endef
$(foreach source,$(program_sources),$(eval $(call program,$(source))))
